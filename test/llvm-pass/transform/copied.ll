; A comparison copies the call: not where that is forbidden. A single function needs none.
; RUN: %opt -passes='amorph-promote-calls,verify' -S %s | FileCheck %s
; RUN: %opt -passes=amorph-promote-calls -pass-remarks-missed=amorph-promote-calls -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s
; REMARK-COUNT-3: indirect call not promoted: it must not be copied
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@only = internal global ptr @f

define internal i32 @f(i32 %x) {
  ret i32 1
}
define internal i32 @g(i32 %x) {
  ret i32 2
}
; CHECK-LABEL: @once(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
define i32 @once(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1) noduplicate
  ret i32 %r
}
; CHECK-LABEL: @together(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
define i32 @together(i1 %c) convergent {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1) convergent
  ret i32 %r
}
; CHECK-LABEL: @twice(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
define i32 @twice(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1) returns_twice
  ret i32 %r
}
; CHECK-LABEL: @one(
; CHECK: call i32 @f(i32 1)
define i32 @one() {
  %p = load ptr, ptr @only
  %r = call i32 %p(i32 1) noduplicate
  ret i32 %r
}
