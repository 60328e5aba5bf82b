; An alias keeps the definition of a weak function here, though the name may come to mean another module's: a call by name
; is then another call.
; RUN: %opt -passes='amorph-promote-calls,amorph-annotate,verify' -S %s | FileCheck %s
; RUN: %opt -passes=amorph-promote-calls -pass-remarks-missed=amorph-promote-calls -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s
; REMARK: indirect call not promoted to weak: An alias keeps this definition, which another may replace
; REMARK: indirect call not promoted: a function may have several addresses
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@al = internal alias i32 (i32), ptr @weak
@again = internal alias i32 (i32), ptr @once
@inner = internal alias i32 (i32), ptr @local
@only = internal global ptr @al

define weak i32 @weak(i32 %x) {
  ret i32 %x
}
define linkonce_odr i32 @once(i32 %x) {
  ret i32 %x
}
define internal i32 @local(i32 %x) {
  ret i32 8
}
define internal i32 @g(i32 %x) {
  ret i32 7
}
; CHECK-LABEL: @one(
; CHECK: call i32 %p(i32 1){{$|, !noalias}}
; CHECK-NEXT: ret
define i32 @one() {
  %p = load ptr, ptr @only
  %r = call i32 %p(i32 1)
  ret i32 %r
}
; CHECK-LABEL: @two(
; CHECK: call i32 %p(i32 1){{$}}
; CHECK-NEXT: ret
define i32 @two(i1 %c) {
  %p = select i1 %c, ptr @again, ptr @g
  %r = call i32 %p(i32 1)
  ret i32 %r
}
; CHECK-LABEL: @three(
; CHECK: icmp eq ptr %p, @local
define i32 @three(i1 %c) {
  %p = select i1 %c, ptr @inner, ptr @g
  %r = call i32 %p(i32 1)
  ret i32 %r
}
