#!/usr/bin/env bash
# quickstart.sh [--no-cuda]
#
# From a fresh Debian 12 to the points-to sets of a real C program. As root, or with sudo:
#   1. installs the required Debian packages;
#   2. builds the plugin and the points-to solver in build/release, and where there is an NVIDIA driver the CUDA module
#      for the devices of this machine; nvcc, if it is missing, is fetched from PyPI into build/cuda (100 MB). --no-cuda
#      skips the module;
#   3. fetches the source of bzip2 with apt-get source and compiles it to one bitcode file with clang-19;
#   4. analyses it with opt-19 and the plugin, and prints its points-to sets, by the names in the source.
# 2 minutes on 2 cores, 180 s of CPU; the CUDA module takes a minute on 16 cores, 600 s of CPU. What is done already is
# not done again. Everything lies under build/; the machine's package sources stay as they are.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
cuda=1
(($# <= 1)) || die "expected one argument at most; see --help"
case ${1:-} in
  --help | -h) usage && exit 0 ;;
  --no-cuda) cuda= ;;
  '') ;;
  *) die "unknown argument '$1'; see --help" ;;
esac

cd "$here/.."
work=build/quickstart
logs=$work/logs

step "$logs" "Install packages" tools/scripts/install-dependencies
# A tree that is there keeps its settings.
settings=() targets=(AmorphPTA amorph-pta)
[[ -e build/release/CMakeCache.txt ]] ||
  settings=(-D AMORPH_TESTS=OFF -D AMORPH_CUDA=OFF -D AMORPH_LLVM_VERSION="$llvm")
if [[ ! $cuda ]]; then
  settings+=(-D AMORPH_CUDA=OFF)
elif driver=$(nvidia_driver); then
  if ! serves_cuda "$driver"; then
    note "   the NVIDIA driver $driver is too old for CUDA 13.0, which needs 580 or newer: for the CPU alone"
  elif has_nvcc; then
    settings+=(-D AMORPH_CUDA=ON -D AMORPH_CUDA_CHECK=OFF) targets+=(amorph_cuda)
  else
    note "== Fetch nvcc from PyPI, 100 MB, for the NVIDIA driver of this machine (--no-cuda skips it)"
    if fetched=$(tools/scripts/fetch-nvcc build/cuda); then
      settings+=(-D AMORPH_CUDA=ON -D AMORPH_CUDA_CHECK=OFF -D AMORPH_NVCC="$fetched") targets+=(amorph_cuda)
    else
      note "   for the CPU alone"
    fi
  fi
fi
step "$logs" "Configure Amorph" cmake --preset release "${settings[@]}"
if [[ ! $cuda ]]; then note "   for the CPU alone (--no-cuda)"; else note_cuda build/release; fi
step "$logs" "Build the plugin and the solver" cmake --build build/release --target "${targets[@]}"
step "$logs" "Compile bzip2 to bitcode" tools/research/bitcode --levels mem2reg bzip2 "$work"

bitcode=$work/bzip2.mem2reg.bc
plugin=build/release/lib/AmorphPTA.so
# The bitcode is the whole program, so no code outside it calls its functions: the closed world. After that the
# analysis stands, and the two printers share it. A program as small as this would run on the CPU if it were not told.
backend=
[[ ! $cuda || ! -e build/release/lib/libamorph_cuda.so ]] || ! nvidia_driver >/dev/null || backend=';backend=cuda'
analyse() { # PRINTER RESULT
  "opt-$llvm" -load-pass-plugin="$plugin" -passes="amorph-pta<world=closed$backend>,print<$1>" \
    -disable-output "$bitcode" >"$2" ||
    die "the analysis of $bitcode failed"
}
sets=$work/bzip2.points-to.txt
calls=$work/bzip2.calls.txt
note "== Analyse bzip2"
analyse amorph-pta "$sets"
analyse amorph-callgraph "$calls"

# The first COUNT lines that a reader knows from the source: no numbered values, no bytes within heap blocks, no
# function that has neither, and no line wider than a terminal. The files have everything.
excerpt() { # FILE COUNT
  awk -v count="$2" '
    /^  (%|[^ ]*@[^ ]*\+[0-9])/ { next }
    /^function/ { heading = $0; next }
    shown == count { exit }
    {
      if (heading) print heading
      heading = ""
      print (length($0) > 116 ? substr($0, 1, 112) " ..." : $0)
      ++shown
    }' "$1"
  echo "  ... all of it: $1, $(wc -l <"$1") lines"
}
echo
echo "What the variables of bzip2 may point to: name, place in the source, objects"
echo
excerpt "$sets" 40
echo
echo "Which functions its calls through pointers may reach"
echo
excerpt "$calls" 4
tail -n 1 "$calls"
cat <<END

That was bzip2, fetched as source, compiled to one bitcode file, and analysed by the plugin:

  opt-$llvm -load-pass-plugin=$plugin \\
    -passes='amorph-pta<world=closed$backend>,print<amorph-pta>' -disable-output $bitcode

Next:
  tools/research/bitcode lua5.4           another program: bzip2, gzip, sed, lua5.4, sqlite3, redis or vim
  clang-$llvm -g -O1 -emit-llvm -c x.c      a source of yours; then opt-$llvm as above
  build/release/bin/amorph-pta --help    the solver as a command
  cmake --build build/release            everything else: amorph-pta on sources, all commands and libraries
  tools/check.sh                         builds and runs the tests
  docs/README.md                         the documentation
END
