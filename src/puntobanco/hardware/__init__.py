"""The game as a circuit: built from a tableau, proved, exported and run; and others judged.

segments    cards on seven-segment displays
circuit     the circuit in Amaranth: core, displays, card counter, board
rulebook    the rules in plain logic, a second statement of the game
yosys       yosys in a box
proof       k-induction of the circuit against the rulebook
export      the circuit as files
running     the circuit run press by press
interface   which pins of a circuit mean what
netlist     a circuit as gates and registers
synthesis   the script that makes gates of Verilog
complaints  what yosys complains about, in plain words
reading     somebody's Verilog as a netlist
lanes       a netlist simulated in many lanes at once
bench       hands on the keys of a netlist, eyes on its displays
judging     what one run showed, and where it first broke a rule
counter     the moments at which a press may mean something else
comparing   all lanes compared with the rulebook
omissions   ranks that never come
trial       all orders of cards and resets, in the lanes of a simulation
checking    every order of cards on somebody's circuit
waveform    a run as a VCD file
testbench   a test bench in Verilog for somebody's circuit
simulators  all orders of points in Verilator or Icarus Verilog
"""
