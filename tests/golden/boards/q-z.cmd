# the boards of the games from q to z
source ./draw.sh
draw q z
