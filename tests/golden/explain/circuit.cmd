# all steps; the last column is time
palamedes explain ../../sheets/two_lights.kif --stage circuit | sed -E 's/ +[0-9.]+$//; s/ +seconds$//'
palamedes explain ../../sheets/two_lights.kif --stage circuit --circuit-passes '' --format verilog
palamedes explain ../../sheets/two_lights.kif --stage circuit --circuit-passes '' --format dot
