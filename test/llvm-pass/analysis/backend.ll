; A backend that is absent is an error, and nothing is written. The module's place is set so that none is found.
; RUN: rm -f %t.json && env AMORPH_CUDA_MODULE=/nowhere/libamorph_cuda.so not %opt -passes='print<amorph-pta><preset=strict;backend=cuda;json=%t.json>' -disable-output %s > %t.out 2> %t.err
; RUN: FileCheck %s < %t.err
; RUN: not ls %t.json
; RUN: not grep points-to %t.out
; CHECK: error: amorph-pta: {{.+}}
; CHECK-NOT: {{.}}
; The CPU needs no module.
; RUN: env AMORPH_CUDA_MODULE=/nowhere/libamorph_cuda.so %opt -passes='amorph-pta<preset=strict;backend=cpu>' -disable-output %s
define i32 @main() {
  ret i32 0
}
