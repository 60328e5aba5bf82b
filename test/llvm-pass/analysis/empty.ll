; A module without functions, and one without anything.
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output /dev/null | FileCheck %s --check-prefix=NOTHING
; CHECK: points-to sets of
; CHECK-NEXT: memory
; CHECK-NEXT: x -> { <unknown>, x, p }
; CHECK-NEXT: p -> { <unknown>, x, p }
; NOTHING: points-to sets of /dev/null (preset strict){{$}}
; NOTHING-NOT: {{.}}
@x = global i32 0
@p = global ptr @x
