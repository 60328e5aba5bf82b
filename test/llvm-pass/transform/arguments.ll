; Attributes of arguments, of functions whose callers are all seen.
; RUN: %opt -passes='amorph-annotate<scopes=0>,verify' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@a = internal global [4 x i32] zeroinitializer
@b = internal global [4 x i32] zeroinitializer
@to_a = internal global ptr @a
@kept = internal global ptr null

; Only %from is read, only %to written, and nothing else reaches either.
; CHECK: define internal void @copies(ptr noalias readonly %from, ptr noalias writeonly %to)
define internal void @copies(ptr %from, ptr %to) noinline {
  %x = load i32, ptr %from
  store i32 %x, ptr %to
  ret void
}

; The memory is also written by its name.
; CHECK: define internal i32 @named(ptr %p)
define internal i32 @named(ptr %p) noinline {
  store i32 1, ptr %p
  store i32 2, ptr @a
  %x = load i32, ptr %p
  ret i32 %x
}

; ... by what it calls, ...
; CHECK: define internal i32 @called(ptr %p)
define internal i32 @called(ptr %p) noinline {
  store i32 1, ptr %p
  call void @change_a()
  %x = load i32, ptr %p
  ret i32 %x
}
define internal void @change_a() noinline {
  %p = load ptr, ptr @to_a
  store i32 3, ptr %p
  ret void
}

; ... or through a pointer that was the argument: it is not based on it for LLVM.
; CHECK: define internal i32 @stored(ptr %p)
define internal i32 @stored(ptr %p) noinline {
  store ptr %p, ptr @kept
  %q = load ptr, ptr @kept
  store i32 1, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}

; Another argument may be the same.
; CHECK: define internal i32 @both(ptr %p, ptr %q)
define internal i32 @both(ptr %p, ptr %q) noinline {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}

; Its address is known: others may call it.
; CHECK: define internal i32 @taken(ptr %p)
define internal i32 @taken(ptr %p) noinline {
  %x = load i32, ptr %p
  ret i32 %x
}

; CHECK: define i32 @public(ptr %p)
define i32 @public(ptr %p) noinline {
  %x = load i32, ptr %p
  ret i32 %x
}

; Another thread may write while it waits.
; CHECK: define internal i32 @waits(ptr %p)
define internal i32 @waits(ptr %p) noinline {
  %f = load atomic i32, ptr @flag acquire, align 4
  %x = load i32, ptr %p
  %r = add i32 %f, %x
  ret i32 %r
}
@flag = global i32 0

; The callee has a copy of its own.
; CHECK: define internal i32 @copied(ptr byval([4 x i32]) %p)
define internal i32 @copied(ptr byval([4 x i32]) %p) noinline {
  store i32 1, ptr %p
  %x = load i32, ptr %p
  ret i32 %x
}

define ptr @main(i1 %c) {
  call void @copies(ptr @a, ptr @b)
  %1 = call i32 @named(ptr @a)
  %2 = call i32 @called(ptr @a)
  %3 = call i32 @stored(ptr @a)
  %same = select i1 %c, ptr @a, ptr @b
  %4 = call i32 @both(ptr @a, ptr %same)
  %5 = call i32 @taken(ptr @a)
  %6 = call i32 @public(ptr @a)
  %7 = call i32 @waits(ptr @flag)
  %8 = call i32 @copied(ptr byval([4 x i32]) @a)
  ret ptr @taken
}
