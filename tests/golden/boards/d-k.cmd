# the boards of the games from d to k
source ./draw.sh
draw d k
