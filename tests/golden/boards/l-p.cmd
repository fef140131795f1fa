# the boards of the games from l to p
source ./draw.sh
draw l p
