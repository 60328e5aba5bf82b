# shellcheck shell=bash
# Words that the scripts share; sourced, never run.

# shellcheck disable=SC2034 # used by those who source this
llvm=19 # the LLVM whose tools and headers everything here uses; Debian's packages carry it in their names

note() { printf '%s\n' "$*" >&2; }
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints the comment block at the head of the running script: the text of --help.
usage() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

# Runs a command as root: directly, or through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "needs root for '$*', and sudo is not installed; run as root"
  fi
}

# The packages among the arguments that are not installed.
missing_packages() {
  local package
  for package; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
  done
}

# step LOGS TITLE COMMAND...: says what is done and what it took, runs it with its output in the folder LOGS, and shows
# the end of that if it fails.
step() {
  local title=$2 start=$SECONDS log
  log=$1/$(tr -cs 'a-zA-Z0-9' - <<<"$title" | sed 's/-*$//').log
  shift 2
  mkdir -p "${log%/*}"
  note "== $title"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 25 "$log" >&2
    die "failed: $title (all of its output: $log)"
  fi
  ((SECONDS - start < 5)) || note "   $((SECONDS - start)) s"
}
