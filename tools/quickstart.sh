#!/usr/bin/env bash
# quickstart.sh [--help]
#
# From a fresh Debian 12 to the points-to sets of a real C program. As root, or with sudo:
#   1. installs what is needed from Debian's packages;
#   2. builds Amorph in build/release (the CUDA module too where nvcc is found);
#   3. fetches the source of bzip2 with apt-get source and compiles it to one bitcode file with clang-19;
#   4. analyses it with opt-19 and the plugin, and prints what its pointers point to, by their names in the source.
# What is done already is not done again. Everything lies under build/; the machine's package sources stay as they are.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
case ${1:-} in
  --help | -h) usage && exit 0 ;;
  '') ;;
  *) die "unknown argument '$1'; see --help" ;;
esac

cd "$here/.."
work=build/quickstart
logs=$work/logs

step "$logs" "Install packages" tools/scripts/install-dependencies
# A tree that has its tests keeps them.
[[ -e build/release/CMakeCache.txt ]] && tests=() || tests=(-D AMORPH_TESTS=OFF)
step "$logs" "Configure Amorph" cmake --preset release ${tests[@]+"${tests[@]}"}
step "$logs" "Build Amorph" cmake --build build/release
step "$logs" "Compile bzip2 to bitcode" tools/scripts/bitcode --levels mem2reg bzip2 "$work"

bitcode=$work/bzip2.mem2reg.bc
result=$work/bzip2.points-to.txt
note "== Analyse bzip2"
analyse=("opt-$llvm" -load-pass-plugin=build/release/lib/AmorphPTA.so "-passes=print<amorph-pta>" -disable-output "$bitcode")
"${analyse[@]}" >"$result" 2>&1 || { tail -n 5 "$result" >&2; die "the analysis failed"; }
cat "$result"
