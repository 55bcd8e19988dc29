"""Test benches of all kinds, which must not be mistaken for the circuit."""

from __future__ import annotations

BENCHES = {
    "stops": "module wheel_try;\n    reg t = 0; wire [3:0] r;\n    wheel dut(t, r);\n"
    "    initial begin #5; $stop; end\nendmodule\n",
    "clocks for ever": """
`timescale 1ns / 1ps
module tb_digit();
    reg clk = 0; reg [3:0] rank; wire [6:0] lit;
    digit dut(.rank(rank), .lit(lit));
    always #5 clk = ~clk;
    initial begin
        rank = 4'd0;
        repeat (15) begin @(posedge clk); rank = rank + 1; $display("%d %b", rank, lit); end
        $finish;
    end
endmodule
""",
    "forces": """
module adder_tb;
    logic [3:0] a, b, c, digit;
    adder dut(.*);
    task automatic expect_digit(input [3:0] right);
        #1 assert (digit === right) else $error("wrong %0d", digit);
    endtask
    initial begin
        a = 4; b = 5; c = 1;
        expect_digit(0);
        force dut.digit = 4'd3;
        #10 release dut.digit;
        if (dut.digit != 0) $fatal(1, "no");
    end
endmodule
""",
    "reads a file": """
module testbench_mem;
    reg [7:0] vectors [0:99]; integer file, i;
    wheel w(1'b0, );
    initial begin
        $readmemh("vectors.hex", vectors);
        file = $fopen("out.txt", "w");
        for (i = 0; i < 100; i = i + 1) begin #2 $fwrite(file, "%h", vectors[i]); end
        $fclose(file); $dumpfile("x.vcd"); $dumpvars(0, testbench_mem);
    end
endmodule
""",
    "is made of classes": """
import "DPI-C" function int twice(input int n);
`define PERIOD 10
class packet;
    rand bit [3:0] rank;
    constraint legal { rank inside {[1:13]}; }
    function new(); endfunction
    virtual task run(); #(`PERIOD) $display("run"); endtask
endclass
interface pins_if(input logic clk); logic [3:0] rank; endinterface
program automatic tries;
    initial begin packet p; p = new(); void'(p.randomize()); p.run(); end
endprogram
module tb_classes;
    logic clk = 0;
    pins_if bus(clk);
    tries t();
    covergroup ranks @(posedge clk); coverpoint bus.rank; endgroup
    property counts; @(posedge clk) bus.rank != 0 |-> ##1 bus.rank < 14; endproperty
    assert property (counts);
endmodule
bind wheel pins_if spies(.clk(tick));
""",
    "is not finished": "module tb_half;\n    wheel dut(\n    initial begin #5 if (",
    "has ports": """
module tb_ports(output reg done);
    reg t = 0; wire [3:0] r;
    wheel dut(.tick(t), .rank(r));
    initial begin done = 0; forever #5 t = ~t; end
endmodule
""",
    "includes what it tries": """
`include "wheel.sv"
`include "digit.sv"
module tb_includes;
    reg t; wire [3:0] r;
    wheel dut(t, r);
    initial begin t = 0; #1 t = 1; fork #1 t = 0; join_none wait (r == 2); -> done; end
endmodule
""",
    "tries another bench": """
module tb_all; tb_inner inner(); initial #100 $stop(2); endmodule
module tb_inner; reg t; wire [3:0] r; wheel dut(t, r); initial t = #3 1'b0; endmodule
""",
    "hides behind conditions": """
`ifndef NEVER
`define WAIT(n) #n
module `ifdef NEVER wrong `else tb_conditions `endif;
    reg t; wire [3:0] r; wheel dut(t, r);
    initial begin `WAIT(5) t = 1; `ifdef DEBUG $display("%m"); `endif $stop; end
endmodule
`endif
""",
}
"""The test benches, by what is special about them."""
