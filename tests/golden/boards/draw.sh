# draw FIRST LAST: the board of each built-in rule sheet from one initial letter to another, at the start
# and after the eighth step of a random game, or its last one.
draw() {
  local game
  for game in $(palamedes games | awk -v first="$1" -v last="$2" \
    'NF == 0 {exit} NR > 1 && substr($1, 1, 1) >= first && substr($1, 1, 1) <= last {print $1}'); do
    echo "=== $game"
    palamedes play "$game" --role none --agent random --seed 1 --machine scalar | awk '
      / plays |^Nobody / && !inside {if (step == 0 || step == 8) printf "%s", block; block = ""; ++step}
      {inside = / plays |^Nobody /; block = block $0 "\n"}
      step > 8 {done = 1; exit}
      END {if (!done) printf "%s", block}'
  done
}
