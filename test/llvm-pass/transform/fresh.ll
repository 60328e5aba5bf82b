; Memory that a call allocates, writes and returns. The inliner copies the call's !noalias to the callee's accesses, so
; that a list right for the caller's earlier accesses alone would let the callee's store be deleted.
; RUN: %opt -passes='amorph-annotate,verify' -S %s -o %t.ll
; RUN: FileCheck --check-prefix=LIST %s <%t.ll
; RUN: plain-opt -passes='cgscc(inline),function(sroa),function(instcombine,dse)' -S %t.ll | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global [8 x i32] zeroinitializer

declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64)

define internal ptr @plain(i64 %i) {
  %p = call ptr @calloc(i64 100, i64 4)
  %g = getelementptr i32, ptr %p, i64 %i
  store i32 42, ptr %g
  ret ptr %p
}
; LIST-LABEL: @pointer(
; LIST: call ptr @plain(i64 %i){{$}}
; CHECK-LABEL: @pointer(
; CHECK: store i32 42
; CHECK: load i32
define i32 @pointer(i64 %i, i64 %j) {
  %p = call ptr @plain(i64 %i)
  %g = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %g
  ret i32 %x
}

; As a part of the result.
define internal {ptr, i64} @pair(i64 %i) {
  %p = call ptr @malloc(i64 400)
  %g = getelementptr i32, ptr %p, i64 %i
  store i32 42, ptr %g
  %a = insertvalue {ptr, i64} undef, ptr %p, 0
  ret {ptr, i64} %a
}
; LIST-LABEL: @part(
; LIST: call { ptr, i64 } @pair(i64 %i){{$}}
; CHECK-LABEL: @part(
; CHECK: store i32 42
; CHECK: load i32
define i32 @part(i64 %i, i64 %j) {
  %a = call {ptr, i64} @pair(i64 %i)
  %p = extractvalue {ptr, i64} %a, 0
  %g = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %g
  ret i32 %x
}

; As an integer.
define internal i64 @number(i64 %i) {
  %p = call ptr @malloc(i64 400)
  %g = getelementptr i32, ptr %p, i64 %i
  store i32 42, ptr %g
  %a = ptrtoint ptr %p to i64
  ret i64 %a
}
; LIST-LABEL: @integer(
; LIST: call i64 @number(i64 %i){{$}}
; CHECK-LABEL: @integer(
; CHECK: store i32 42
; CHECK: load i32
define i32 @integer(i64 %i, i64 %j) {
  %a = call i64 @number(i64 %i)
  %p = inttoptr i64 %a to ptr
  %g = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %g
  ret i32 %x
}

; Through two calls; the attributes of the call say nothing about new memory. Other memory stays in the list.
define internal ptr @outer(i64 %i) {
  %p = call ptr @plain(i64 %i)
  ret ptr %p
}
; LIST-LABEL: @nested(
; LIST: store i32 1, ptr %h, align 4, !alias.scope ![[A:[0-9]+]]
; LIST: call ptr @outer(i64 %i) #{{[0-9]+}}, !noalias ![[A]]
; CHECK-LABEL: @nested(
; CHECK: store i32 42
; CHECK: load i32
define i32 @nested(i64 %i, i64 %j) {
  %h = getelementptr i32, ptr @a, i64 %i
  store i32 1, ptr %h
  %p = call ptr @outer(i64 %i) memory(read, inaccessiblemem: readwrite)
  %g = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %g
  ret i32 %x
}
