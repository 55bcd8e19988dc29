"""The game as a circuit: built from a tableau, proved, exported and run. Checks other circuits too.

circuit      the circuit in Amaranth (core, displays, card counter, board), and how to run it
rulebook     the rules in plain logic, a second statement of the game
yosys        yosys in a sandbox, and the script that turns Verilog into gates
proof        k-induction of the circuit against the rulebook
export       the circuit as files
interface    which pins of a circuit mean what, and cards on seven-segment displays
scanning     Verilog as tokens, even if it is malformed; the modules and packages of a file
assignments  registers that are assigned with both = and <=
sources      find the circuit among test benches, skeletons and copies
netlist      a circuit as gates and registers, simulated in many lanes at once
verilog      given Verilog as a netlist, or the complaints of yosys in plain words
bench        press the keys of a netlist, read its displays, and write a run as a VCD file
judging      the first broken rule of a run, and the reasons for doubt
comparing    compare all lanes with the rulebook, and find ranks that never come
checking     play all orders of cards and resets on a given circuit
simulators   play all orders of points in Verilator or Icarus Verilog
"""
