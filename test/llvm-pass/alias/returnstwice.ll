; setjmp and what leads back to it. C guarantees the value of memory that is no local variable after the second return.
; RUN: %opt -passes='require<amorph-aa>,function(gvn,dse)' -S %s | FileCheck %s
; RUN: %opt -passes='amorph-annotate<scopes=0>' -S %s | FileCheck --check-prefix=ARGUMENT %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@buf = internal global [32 x i64] zeroinitializer

declare i32 @_setjmp(ptr) returns_twice nounwind
declare void @longjmp(ptr, i32) noreturn
declare noalias ptr @malloc(i64)

define internal void @jump() noinline {
  call void @longjmp(ptr @buf, i32 1)
  unreachable
}
; CHECK-LABEL: @f(
; CHECK: store i32 1
; CHECK: store i32 2
; CHECK: %y = load i32, ptr %p
; CHECK-NEXT: ret i32 %y
; ARGUMENT: define internal i32 @f(ptr %p)
define internal i32 @f(ptr %p) noinline {
  store i32 1, ptr %p
  %r = call i32 @_setjmp(ptr @buf) returns_twice
  %c = icmp ne i32 %r, 0
  br i1 %c, label %back, label %go
go:
  store i32 2, ptr %p
  call void @jump()
  unreachable
back:
  %y = load i32, ptr %p
  ret i32 %y
}
define i32 @main() {
  %i = call ptr @malloc(i64 4)
  %r = call i32 @f(ptr %i)
  ret i32 %r
}
