`timescale 1ns / 1ns
module @MODULE@;
    reg tick_pin = 0, deal_pin = 1, reset_pin = 1;
    @WIRES@
    @TOP@ circuit (@PORTS@);
    integer phase_of [0:9];
    integer digit [0:5];
    integer phase, pressed, number, place, rest, dealt, presses, more, only;
    reg [51:0] last;
    reg was_lit, moved, is_shown;

    function integer points_of(input [6:0] code);
        case (code)
            @POINTS@
            default: points_of = -1;
        endcase
    endfunction

    task settle;
        begin
            #1 ;
            if (is_shown)
                $display("pins %b %b %b @FORMAT@", tick_pin, deal_pin, reset_pin, @WATCHED@);
        end
    endtask

    task tick;
        begin
            tick_pin = 1;
            settle;
            tick_pin = 0;
            settle;
            phase = phase == @PERIOD@ - 1 ? 0 : phase + 1;
        end
    endtask

    task press;
        begin
            pressed = phase;
            deal_pin = 0;
            settle;
            repeat (@HELD@) tick;
            deal_pin = 1;
            settle;
            repeat (@HELD@) tick;
            if (is_shown) $display("press @FORMAT@", @WATCHED@);
        end
    endtask

    task reset_at_start;
        begin
            while (phase != 0) tick;
            reset_pin = 0;
            settle;
            repeat (@RESET_HELD@) tick;
            press;
            reset_pin = 1;
            settle;
            repeat (@RESET_HELD@) tick;
        end
    endtask

    task learn;
        for (number = 0; number < @MOMENTS@; number = number + 1) begin
            reset_at_start;
            while (phase != number * @TICKS@) tick;
            for (presses = 0; presses < 2 && points_of(@FIRST@) < 0; presses = presses + 1) press;
            if (points_of(@FIRST@) >= 0) phase_of[points_of(@FIRST@)] = pressed;
        end
    endtask

    // Six cards without points: an always @* block is unknown until one of its inputs has changed.
    task change_every_display;
        begin
            reset_at_start;
            repeat (@MOST_PRESSES@) begin
                while (phase != phase_of[0]) tick;
                press;
            end
        end
    endtask

    task press_in_time;
        begin
            dealt = @DEALT@;
            if (was_lit || dealt == 6) tick;
            else while (phase != phase_of[digit[dealt]]) tick;
            press;
        end
    endtask

    task play;
        begin
            reset_at_start;
            rest = number;
            for (place = 0; place < 6; place = place + 1) begin
                digit[place] = rest % 10;
                rest = rest / 10;
            end
            was_lit = 0;
            moved = 0;
            more = 2;
            for (presses = 0; presses < @MOST_PRESSES@ && more > 0; presses = presses + 1) begin
                press_in_time;
                if (was_lit && {@WATCHED@} !== last) moved = 1;
                last = {@WATCHED@};
                if (was_lit) more = more - 1;
                if (@LIT@) was_lit = 1;
            end
            $display("coup %b @FORMAT@", moved, @WATCHED@);
        end
    endtask

    initial begin
        phase = 0;
        is_shown = 0;
        for (number = 0; number < 10; number = number + 1) phase_of[number] = 0;
        for (number = 0; number < 52; number = number + 1) tick;
        learn;
        change_every_display;
        if ($value$plusargs("order=%d", only)) begin
            is_shown = 1;
            number = only;
            play;
        end else for (number = 0; number < @ORDERS@; number = number + 1) play;
    end
endmodule
