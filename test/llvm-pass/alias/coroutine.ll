; A coroutine that is not split yet: its caller runs where it suspends, and again it where it is resumed.
; In LLVM 22, llvm.coro.end has another type.
; UNSUPPORTED: llvm22
; RUN: %opt -passes='require<amorph-aa>,function(gvn,dse)' -S %s | FileCheck %s
; RUN: %opt -passes='amorph-annotate,verify' -S %s | FileCheck --check-prefix=ANNOTATED %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @use(i32)

; CHECK-LABEL: @co(
; CHECK: store i32 1, ptr %p
; CHECK: %y = load i32, ptr %p
; CHECK-NEXT: call void @use(i32 %y)
; ANNOTATED: define internal ptr @co(ptr %p)
define internal ptr @co(ptr %p) presplitcoroutine noinline {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i64 @llvm.coro.size.i64()
  %a = call ptr @malloc(i64 %n)
  %h = call ptr @llvm.coro.begin(token %id, ptr %a)
  store i32 1, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %go
                             i8 1, label %clean ]
go:
  %y = load i32, ptr %p
  call void @use(i32 %y)
  br label %clean
clean:
  %m = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %m)
  br label %end
end:
  %u = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; CHECK-LABEL: @top(
; CHECK: store i32 5, ptr %x
; CHECK: call void @llvm.coro.resume
; ANNOTATED-LABEL: @top(
; ANNOTATED: call ptr @co(ptr %x){{$}}
; ANNOTATED: call void @llvm.coro.resume(ptr %h){{$}}
define void @top() {
  %x = alloca i32
  %h = call ptr @co(ptr %x)
  store i32 5, ptr %x
  call void @llvm.coro.resume(ptr %h)
  ret void
}
