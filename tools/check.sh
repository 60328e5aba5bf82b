#!/usr/bin/env bash
# check.sh [CTEST-ARGUMENT...]
# check.sh --gpu [ARCHIVE]
#
# Installs what the tests need, builds three trees and runs their tests through one ctest:
#   release  the products, optimised: all tests, the plugin, the style checks, an installation
#   asan     address and undefined-behaviour sanitizers, by clang: unit tests, commands, fuzz targets for a fixed number
#            of runs
#   tsan     thread sanitizer: the tests of what runs on several threads
# asan, tsan, and what reads LLVM's headers in release, are compiled up to 16 sources at a time (docs/development.md).
# Programs compiled for a CUDA device are tested where there is a device. The arguments go to ctest: check.sh -R format.
# An hour or less on 2 cores the first time; what is built already is not built again.
#
# With --gpu: builds the optimised tree and runs the tests that need a CUDA device, none of which may be skipped; or
# runs those of an ARCHIVE that tools/scripts/gpu-tests packed elsewhere, and builds nothing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
[[ ${1:-} == --help || ${1:-} == -h ]] && usage && exit 0

cd "$here/.."
logs=build/check/logs
if [[ ${1:-} == --gpu ]]; then
  [[ ! ${2:-} ]] || exec tools/scripts/gpu-tests --run "$2"
  step "$logs" "Install packages" tools/scripts/install-dependencies --tests
  step "$logs" "Configure release" cmake --preset release -D AMORPH_TESTS=ON -D AMORPH_GPU_TESTS=ON
  note_cuda build/release
  step "$logs" "Build release" cmake --build build/release
  exec tools/scripts/gpu-tests --run-tree build/release
fi
trees=(release asan tsan)
# Tests compiled for the device take minutes to build; without a device they could only be skipped.
compgen -G '/dev/nvidia[0-9]*' >/dev/null && gpu_tests=ON || gpu_tests=OFF

step "$logs" "Install packages" tools/scripts/install-dependencies --tests
for tree in "${trees[@]}"; do
  step "$logs" "Configure $tree" cmake --preset "$tree" -D AMORPH_TESTS=ON -D AMORPH_GPU_TESTS="$gpu_tests" \
    -D AMORPH_WERROR=ON -D AMORPH_UNITY=ON
  [[ $tree != release ]] || note_cuda "build/$tree"
  step "$logs" "Build $tree" cmake --build "build/$tree"
done

# One ctest over all the trees: a test file that names theirs.
for tree in "${trees[@]}"; do printf 'subdirs("%s/build/%s")\n' "$PWD" "$tree"; done >build/check/CTestTestfile.cmake
note "== Test"
exec ctest --test-dir build/check --output-on-failure -j"$(nproc)" "$@"
