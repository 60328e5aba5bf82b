; Lists of callees that exist, and functions that are not to be changed.
; RUN: %opt -passes='amorph-annotate<scopes=0>,verify' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define internal i32 @f(i32 %x) {
  ret i32 1
}
define internal i32 @g(i32 %x) {
  ret i32 2
}
define internal i32 @h(i32 %x) {
  ret i32 3
}
; CHECK-LABEL: @shorter(
; CHECK: call i32 %p(i32 1), !callees ![[F:[0-9]+]]
define i32 @shorter(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1), !callees !0
  ret i32 %r
}
; CHECK-LABEL: @both(
; CHECK: call i32 %p(i32 1), !callees ![[G:[0-9]+]]
define i32 @both(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1), !callees !1
  ret i32 %r
}
; CHECK-LABEL: @kept(
; CHECK: call i32 %p(i32 1){{$}}
; CHECK-DAG: ![[F]] = !{ptr @f}
; CHECK-DAG: ![[G]] = !{ptr @g}
define i32 @kept(i1 %c) noinline optnone {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1)
  ret i32 %r
}
!0 = !{ptr @f}
!1 = !{ptr @g, ptr @h}
