#!/usr/bin/env bash
# check.sh [CTEST-ARGUMENT...]
# check.sh --gpu [ARCHIVE]
#
# Installs what the tests need, builds everything and runs all tests, through one ctest: the optimised tree (with the
# plugin, the style checks and an installation), and the unit tests again under the address, undefined-behaviour and
# thread sanitizers, and the fuzz targets for a fixed number of runs. The arguments go to ctest: check.sh -R format.
# Half an hour and more on 2 cores the first time; what is built already is not built again.
#
# With --gpu: builds the optimised tree and runs the tests that need a CUDA device, none of which may be skipped; or runs
# those of an ARCHIVE that tools/scripts/gpu-tests packed elsewhere, and builds nothing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
[[ ${1:-} == --help || ${1:-} == -h ]] && usage && exit 0

cd "$here/.."
logs=build/check/logs
if [[ ${1:-} == --gpu ]]; then
  [[ ! ${2:-} ]] || exec tools/scripts/gpu-tests --run "$2"
  step "$logs" "Install packages" tools/scripts/install-dependencies --tests
  step "$logs" "Configure release" cmake --preset release -D AMORPH_TESTS=ON
  note_cuda build/release
  step "$logs" "Build release" cmake --build build/release
  exec tools/scripts/gpu-tests --run-tree build/release
fi
trees=(release asan tsan fuzz)

step "$logs" "Install packages" tools/scripts/install-dependencies --tests
for tree in "${trees[@]}"; do
  step "$logs" "Configure $tree" cmake --preset "$tree" -D AMORPH_TESTS=ON -D AMORPH_WERROR=ON
  [[ $tree != release ]] || note_cuda "build/$tree"
  # What the fuzz targets do not reach is built in the other trees.
  [[ $tree == fuzz ]] && target=fuzz-targets || target=all
  step "$logs" "Build $tree" cmake --build "build/$tree" --target "$target"
done

# One ctest over all the trees: a test file that names theirs.
for tree in "${trees[@]}"; do printf 'subdirs("%s/build/%s")\n' "$PWD" "$tree"; done >build/check/CTestTestfile.cmake
note "== Test"
exec ctest --test-dir build/check --output-on-failure -j"$(nproc)" "$@"
