# shellcheck shell=bash
# Functions that the scripts share; sourced, never run.

# shellcheck disable=SC2034 # used by the scripts that source this
llvm=19 # the LLVM that scripts install and use unless told otherwise: Debian's packages carry it in their names

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

# Shows the last line of LOG as progress: updated in place on a terminal, otherwise one line per minute. Ends when it is
# killed, or when the script has ended.
watch_log() { # LOG
  local start=$SECONDS said=0 line spent
  while sleep 1 && kill -0 $$ 2>/dev/null; do
    line=$(tail -c 500 "$1" | tr -d '\r' | tail -n 1 | cut -c1-100)
    spent=$((SECONDS - start))
    if [[ -t 2 ]]; then
      printf '\r\033[K   %d s: %s' "$spent" "$line" >&2
    elif ((spent / 60 > said)); then
      said=$((spent / 60))
      note "   $spent s: $line"
    fi
  done
}

# step LOGS TITLE COMMAND...: runs COMMAND with its output in the folder LOGS, shows title, progress and time, and the
# end of the output if it fails. Appends the title, the seconds and the seconds of CPU to LOGS/steps.tsv.
watcher=
stop_watching() {
  [[ $watcher ]] || return 0
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  watcher=
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}
timed() { # LOGS TITLE COMMAND...
  local logs=$1 title=$2 code=0 TIMEFORMAT=$'%R\t%U\t%S'
  shift 2
  { time "$@" >&3 2>&4 || code=$?; } 3>&1 4>&2 2>"$logs/seconds" || code=$?
  awk -v title="$title" '{ printf "%s\t%.0f\t%.0f\n", title, $1, $2 + $3 }' "$logs/seconds" >>"$logs/steps.tsv"
  return "$code"
}
step() {
  local logs=$1 title=$2 start=$SECONDS log code=0
  log=$logs/$(tr -cs 'a-zA-Z0-9' - <<<"$title" | sed 's/-*$//').log
  shift 2
  mkdir -p "${log%/*}"
  note "== $title"
  : >"$log"
  trap stop_watching EXIT
  # The watcher is in the background, not the command: Ctrl-C does not reach background commands of a script.
  watch_log "$log" &
  watcher=$!
  timed "$logs" "$title" "$@" >"$log" 2>&1 </dev/null || code=$?
  stop_watching
  if ((code)); then
    tail -n 25 "$log" >&2
    die "failed: $title (all of its output: $log)"
  fi
  ((SECONDS - start < 5)) || note "   $((SECONDS - start)) s"
}

# The version of the NVIDIA driver; fails if there is none.
nvidia_driver() {
  local version
  version=$(sed -n 's/^NVRM version:.* \([0-9]\+\.[0-9.]\+\) .*/\1/p' /proc/driver/nvidia/version 2>/dev/null || true)
  [[ $version ]] && printf '%s\n' "$version"
}

# Whether a driver of that version runs programs of CUDA 13.0.
serves_cuda() { ((${1%%.*} >= 580)); }

# Reports whether a configured tree builds the CUDA module.
note_cuda() { # TREE
  local nvcc
  grep -q '^AMORPH_CUDA:BOOL=ON' "$1/CMakeCache.txt" || { note "   for the CPU alone" && return; }
  if grep -q '^AMORPH_CUDA_CHECK:BOOL=ON' "$1/CMakeCache.txt"; then
    note "   for the CPU; no device here, so that CUDA code is only compiled as a check" && return
  fi
  nvcc=$(sed -n 's/^AMORPH_NVCC:FILEPATH=//p' "$1/CMakeCache.txt")
  case $nvcc in
    '' | *-NOTFOUND) note "   for the CPU; no nvcc here to build the CUDA module" ;;
    *) note "   for the CPU, and the CUDA module with $nvcc" ;;
  esac
}

# make_debian FOLDER: a clean Debian 12 with this machine's package sources, and proc; as root. leave_debian removes it.
make_debian() {
  local missing mirror file
  ((EUID == 0)) || die "needs root, for a chroot"
  mapfile -t missing < <(missing_packages debootstrap)
  ((${#missing[@]} == 0)) || apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
  note "== A clean Debian 12"
  # shellcheck disable=SC2016 # apt's own names
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
  debootstrap --variant=minbase bookworm "$1" "$mirror" >/dev/null
  for file in /etc/apt/sources.list.d/debian.sources /etc/resolv.conf; do [[ ! -e $file ]] || cp "$file" "$1$file"; done
  [[ ! -e $1/etc/apt/sources.list.d/debian.sources ]] || rm -f "$1/etc/apt/sources.list"
  mount -t proc proc "$1/proc"
}
leave_debian() { # FOLDER
  umount "$1/proc/driver" 2>/dev/null || true
  umount "$1/proc" 2>/dev/null || true
  rm -rf --one-file-system "$1"
}
# inside FOLDER COMMAND [NAME=VALUE]...: runs COMMAND there with nothing of this machine's environment.
inside() {
  local root=$1 command=$2
  shift 2
  chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@" bash -euc "$command"
}

# Whether there is an nvcc that CMake would find and that is new enough.
has_nvcc() {
  local nvcc
  nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
  [[ -x $nvcc ]] && (($("$nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p') >= 13))
}
