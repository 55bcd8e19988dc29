"""The game as a circuit: built from a tableau, proved, exported and run; and others judged.

circuit      the circuit in Amaranth: core, displays, card counter, board
rulebook     the rules in plain logic, a second statement of the game
yosys        yosys in a box, and the script that makes gates of Verilog
proof        k-induction of the circuit against the rulebook
export       the circuit as files
running      the circuit run press by press
interface    which pins of a circuit mean what, and cards on seven-segment displays
tokens       Verilog as tokens, whatever it holds
units        the modules and packages of a file
assignments  registers that are assigned with both = and <=
sources      the circuit found among test benches, skeletons and copies
netlist      a circuit as gates and registers
verilog      somebody's Verilog as a netlist, or what yosys complains about, in plain words
lanes        a netlist simulated in many lanes at once
bench        hands on the keys of a netlist, eyes on its displays
judging      the first broken rule of a run, and the reasons for doubt
counter      the moments at which a press may mean something else
comparing    all lanes compared with the rulebook; ranks that never come
trial        all orders of cards and resets, in the lanes of a simulation
checking     every order of cards on somebody's circuit
waveform     a run as a VCD file
testbench    a test bench in Verilog for somebody's circuit
simulators   all orders of points in Verilator or Icarus Verilog
"""
