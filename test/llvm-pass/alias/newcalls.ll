; What calls access that inlining has made: the called function's effects hold if it was solved with such arguments.
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,cgscc(inline),function(gvn)' -S -o %t.ll %s 2>%t.log
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=ONCE < %t.log
; ONCE: amorph-aa: 1 solution in
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
@a = internal global i64 0
@b = internal global i64 0
@text = internal global [8 x i8] zeroinitializer
@seen = global i64 0
declare void @outside(i64)
declare ptr @strchr(ptr, i32)

define internal void @set(ptr %p, i64 %v) noinline {
  store i64 %v, ptr %p
  ret void
}
define internal void @set_twice(ptr %p) {
  call void @set(ptr %p, i64 1)
  call void @set(ptr %p, i64 2)
  ret void
}
; CHECK-LABEL: define i64 @other_memory(
; CHECK: call void @set(ptr @b
; CHECK-NOT: load
; CHECK: ret i64 5
define i64 @other_memory() {
  store i64 5, ptr @a
  call void @set_twice(ptr @b)
  %v = load i64, ptr @a
  ret i64 %v
}

define internal void @set_any(ptr %p) noinline {
  store i64 7, ptr %p
  ret void
}
define internal void @set_any_in(ptr %p) {
  call void @set_any(ptr %p)
  ret void
}
; CHECK-LABEL: define i64 @same_memory(
; CHECK: call void @set_any(ptr @a)
; CHECK: %[[V:.*]] = load i64, ptr @a
; CHECK: ret i64 %[[V]]
define i64 @same_memory() {
  store i64 5, ptr @a
  call void @set_any_in(ptr @a)
  %v = load i64, ptr @a
  ret i64 %v
}

define internal void @tell(i64 %n) {
  %m = mul i64 %n, 3
  call void @outside(i64 %m)
  ret void
}
; Unknown code changes what has escaped, and nothing else.
; CHECK-LABEL: define i64 @outside_changes(
; CHECK: call void @outside(
; CHECK: %[[W:.*]] = load i64, ptr @seen
; CHECK-NOT: load
; CHECK: add i64 %[[W]], 5
define i64 @outside_changes(i64 %n) {
  %l = alloca i64
  store i64 5, ptr %l
  store i64 6, ptr @seen
  call void @tell(i64 %n)
  %w = load i64, ptr @seen
  %v = load i64, ptr %l
  %sum = add i64 %w, %v
  ret i64 %sum
}

define internal ptr @find(ptr %in) {
  %p = call ptr @strchr(ptr %in, i32 32)
  ret ptr %p
}
; A library function that returns its argument does so for new calls too.
; CHECK-LABEL: define i64 @returned(
; CHECK: call ptr @strchr(
; CHECK-NOT: load
; CHECK: ret i64 9
define i64 @returned() {
  store i64 9, ptr @a
  %p = call ptr @find(ptr @text)
  store i8 0, ptr %p
  %v = load i64, ptr @a
  ret i64 %v
}
