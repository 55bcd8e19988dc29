"""The game as a circuit: built from a tableau, proved, exported and run. Checks other circuits too.

circuit      the circuit in Amaranth: core, displays, card counter, board
rulebook     the rules in plain logic, a second statement of the game
yosys        yosys in a sandbox, and the script that turns Verilog into gates
proof        k-induction of the circuit against the rulebook
export       the circuit as files
running      run the circuit press by press
interface    which pins of a circuit mean what, and cards on seven-segment displays
tokens       Verilog as tokens, even if it is malformed
units        the modules and packages of a file
assignments  registers that are assigned with both = and <=
sources      find the circuit among test benches, skeletons and copies
netlist      a circuit as gates and registers
verilog      given Verilog as a netlist, or the complaints of yosys in plain words
lanes        a netlist simulated in many lanes at once
bench        press the keys of a netlist, and read its displays
judging      the first broken rule of a run, and the reasons for doubt
counter      the moments of the card counter at which a press may act differently
comparing    compare all lanes with the rulebook, and find ranks that never come
trial        all orders of cards and resets, in the lanes of a simulation
checking     play every order of cards on a given circuit
waveform     a run as a VCD file
testbench    a test bench in Verilog for a given circuit
simulators   all orders of points in Verilator or Icarus Verilog
"""
