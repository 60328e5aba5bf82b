; A pointer to an ifunc may be the address of an entry in the procedure linkage table, which equals no function.
; RUN: %opt -passes='amorph-promote-calls,amorph-annotate,verify' -S %s | FileCheck %s
; RUN: %opt -passes=amorph-promote-calls -pass-remarks-missed=amorph-promote-calls -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s
; REMARK: indirect call not promoted: a function may have several addresses
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@ifn = internal ifunc i32 (i32), ptr @resolve

define internal ptr @resolve() {
  ret ptr @impl
}
define internal i32 @impl(i32 %x) {
  ret i32 %x
}
define internal i32 @other(i32 %x) {
  ret i32 7
}
; CHECK-LABEL: @call(
; CHECK: call i32 %p(i32 1){{$}}
; CHECK-NEXT: ret
define i32 @call(i1 %c) {
  %p = select i1 %c, ptr @ifn, ptr @other
  %r = call i32 %p(i32 1)
  ret i32 %r
}
