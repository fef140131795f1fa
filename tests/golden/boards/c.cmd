# the boards of the games from c to c
source ./draw.sh
draw c c
