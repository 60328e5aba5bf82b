; A constant that stands for a function at another address: comparing with the function's own would choose wrongly.
; RUN: %opt -passes='amorph-promote-calls,verify' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal i32 @f(i32 %x) {
  ret i32 %x
}
define internal i32 @g(i32 %x) {
  ret i32 1
}

; CHECK-LABEL: @stands(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
define i32 @stands(i1 %c) {
  %p = select i1 %c, ptr dso_local_equivalent @f, ptr @g
  %r = call i32 %p(i32 1)
  ret i32 %r
}
