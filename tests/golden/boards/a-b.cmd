# the boards of the games from a to b
source ./draw.sh
draw a b
