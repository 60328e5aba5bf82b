// The plugin loads in clang, and changes nothing with the alias analysis switched off.
// RUN: env AMORPH_AA=off %clang -O1 -fpass-plugin=%plugin -S -emit-llvm -o %t.with %s
// RUN: %clang -O1 -S -emit-llvm -o %t.without %s
// RUN: cmp %t.with %t.without
// It opens the CUDA module only if a pass is asked for that may want a device.
// RUN: rm -f %t.log
// RUN: env AMORPH_CUDA_MODULE=%watched_module WATCHED_LOG=%t.log %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s
// RUN: %clang -O1 -emit-llvm -c -o %t.bc %s
// RUN: env AMORPH_CUDA_MODULE=%watched_module WATCHED_LOG=%t.log %opt -passes='default<O2>' -disable-output %t.bc
// RUN: env AMORPH_CUDA_MODULE=%watched_module WATCHED_LOG=%t.log %opt -passes='amorph-pta<backend=cpu>' -disable-output %t.bc
// RUN: env AMORPH_CUDA_MODULE=%watched_module WATCHED_LOG=%t.log %opt -passes='print<amorph-pta>' -disable-output %t.bc
// RUN: not ls %t.log
// RUN: env AMORPH_CUDA_MODULE=%watched_module WATCHED_LOG=%t.log not %opt -passes='amorph-pta<backend=cuda>' -disable-output %t.bc
// RUN: grep -x open %t.log
int f(int *p) { return *p; }
