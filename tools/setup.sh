# shellcheck shell=bash disable=SC2154,SC2206,SC2086
# What ./palamedes and ./test share: packages, configuring, building. Sourced with `root` set to the
# top of the repository; everything that is said goes to stderr, stdout belongs to the results.

say() { printf '%s: %s\n' "${program:-palamedes}" "$*" >&2; }
die() { say "$@"; exit 1; }

trap 'say interrupted; exit 130' INT TERM

hint=
tools_dir=${BASH_SOURCE[0]%/*}

# packages SECTION...: names from packages.txt, one per line. No sub-process: this runs every time.
packages() {
  local line section='' wanted=" $* "
  while IFS= read -r line; do
    line=${line%%#*}
    line=${line//[[:space:]]/}
    case $line in
      '') ;;
      '['*']') section=${line:1:-1} ;;
      *) [[ $wanted == *" $section "* ]] && printf '%s\n' "$line" ;;
    esac
  done <"$tools_dir/packages.txt"
  return 0
}

# with_lock NAME: holds build/NAME.lock until unlock or the end of the script.
with_lock() {
  mkdir -p "$root/build" || die "cannot write to $root/build"
  exec {lock}>"$root/build/$1.lock" || die "cannot write to $root/build"
  if ! flock -n "$lock"; then
    say "waiting for another build in this folder to finish"
    flock "$lock"
  fi
}
unlock() { exec {lock}>&-; }

# The names among the arguments that are not installed.
missing_packages() {
  dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
    awk -v wanted="$*" '
      $1 == "installed" { have[$2] = 1 }
      END { n = split(wanted, name, " ")
            for (i = 1; i <= n; ++i) if (!(name[i] in have)) print name[i] }'
}

# ensure_packages SECTION...: installs what is missing; a stamp with the list makes it free afterwards.
ensure_packages() {
  local stamp="$root/build/packages.$*.stamp" list
  stamp=${stamp// /+}
  list=$(packages "$@")
  if [[ -f $stamp && $(<"$stamp") == "$list" ]]; then return; fi
  local names=($list)

  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    local tool absent=()
    for tool in c++ cmake ninja; do
      command -v "$tool" >/dev/null || absent+=("$tool")
    done
    if ((${#absent[@]})); then
      say "this system has no apt-get, and these tools are missing: ${absent[*]}"
      die "please install what corresponds to these Debian packages: ${names[*]}"
    fi
    # Nothing is known about the libraries. If something fails now, they are the likely reason.
    hint="there is no apt-get here; these Debian packages, or their like, are needed: ${names[*]}"
    return
  fi

  local missing
  missing=$(missing_packages "${names[@]}")
  if [[ -n $missing ]]; then install_packages $missing; fi
  printf '%s\n' "$list" >"$stamp"
}

install_packages() {
  local log="$root/build/packages.log" as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "these packages are missing, and there is no sudo to install them: $*"
    as_root=(sudo)
  fi
  say "installing Debian packages: $*"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
             -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2)
  : >"$log"
  # The index may be old or absent. Where it cannot be renewed, the one on disk may still do.
  "${apt[@]}" update >>"$log" 2>&1 || say "the package index could not be renewed"
  # --no-remove: never take something away from the user's system to make room for us.
  if ! "${apt[@]}" install -y --no-install-recommends --no-remove "$@" >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    say "the packages could not be installed (whole log: $log)"
    say "is there a network? On another system than Debian 12 install by hand what corresponds to:"
    die "  $*"
  fi
}

# Each build folder has a stamp beside it: the place of the repository, then cmake's arguments. A build
# folder that was moved or copied still points to its old place and is of no use.
is_configured() {
  local stamp="$root/build/$1.configured"
  [[ -f $stamp && -f $root/build/$1/build.ninja && $(<"$stamp") == "$root"$'\n'* ]]
}

# configure PRESET [cmake argument...]: nothing if it was done with these arguments before.
configure() {
  local preset=$1 stamp="$root/build/$1.configured" log="$root/build/$1.log"
  shift
  local wanted="$root"$'\n'"cmake $*"
  if is_configured "$preset" && [[ $(<"$stamp") == "$wanted" ]]; then return; fi
  mkdir -p "$root/build" || die "cannot write to $root/build"
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$preset/CMakeCache.txt"; then
    rm -rf "${root:?}/build/$preset"
  fi
  say "configuring ($preset)"
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
    tail -n 25 "$log" >&2
    if [[ -n $hint ]]; then say "$hint"; fi
    die "configuring failed (whole log: $log)"
  fi
  printf '%s\n' "$wanted" >"$stamp"
}

# build PRESET [target...]: silent if there is nothing to do.
build() {
  local preset=$1 log="$root/build/$1.log" line said=
  shift
  ninja -C "$root/build/$preset" "$@" 2>&1 | {
    : >"$log"
    while IFS= read -r line; do
      printf '%s\n' "$line" >>"$log"
      [[ $line == '['[1-9]*/*']'* ]] || continue
      if [[ -z $said ]]; then
        said=yes
        say "building ($preset)"
      fi
      if [[ -t 2 ]]; then printf '\r%s] ' "${line%%]*}" >&2; fi
    done
    if [[ -n $said && -t 2 ]]; then printf '\r\e[K' >&2; fi
  }
  if ((PIPESTATUS[0] != 0)); then
    # what the compiler said, without the long command and what other files did meanwhile
    if grep -q '^FAILED: build.ninja' "$log"; then tail -n 25 "$log" >&2; fi
    awk '/^FAILED: build.ninja/ { next }
         /^FAILED: / { shown = 1; print; getline; next } /^\[[0-9]+\// { shown = 0 } shown' "$log" | head -n 60 >&2
    if [[ -n $hint ]]; then say "$hint"; fi
    die "the build failed (whole log: $log)"
  fi
}
