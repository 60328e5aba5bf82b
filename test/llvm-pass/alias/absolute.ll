; Absolute addresses, such as device registers, are an object of their own that all of them share: two pointers may hold
; the same one, whatever else they may point to. integers.c shows that numbers computed from a pointer are no such ones.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='function(gvn,instcombine)' -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='amorph-pta<world=closed>,function(gvn,instcombine)' -S %s | FileCheck %s

@a = internal global i32 0
@b = internal global i32 0
@k = internal constant i32 5

; CHECK-LABEL: define i32 @two
; CHECK: ret i32 %r
define i32 @two(i1 %c) {
  %p = select i1 %c, ptr @a, ptr inttoptr (i64 268435456 to ptr)
  %q = select i1 %c, ptr @b, ptr inttoptr (i64 268435456 to ptr)
  store i32 1, ptr %p
  store i32 2, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}

; Through calls, and a number from the caller.
define internal ptr @first(i1 %c, i64 %n) noinline {
  %twice = shl i64 %n, 1
  %at = getelementptr i8, ptr null, i64 %twice
  %p = select i1 %c, ptr @a, ptr %at
  ret ptr %p
}
define internal ptr @second(i1 %c, i64 %n) noinline {
  %twice = add i64 %n, %n
  %at = inttoptr i64 %twice to ptr
  %p = select i1 %c, ptr @b, ptr %at
  ret ptr %p
}
; CHECK-LABEL: define i32 @numbers
; CHECK: ret i32 %r
define i32 @numbers(i1 %c, i64 %n) {
  %p = call ptr @first(i1 %c, i64 %n)
  %q = call ptr @second(i1 %c, i64 %n)
  store i32 1, ptr %p
  store i32 2, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}

; CHECK-LABEL: define void @constant
; CHECK: store i32 7
define void @constant(i1 %c) {
  %p = select i1 %c, ptr @k, ptr inttoptr (i64 268435456 to ptr)
  store i32 7, ptr %p
  ret void
}

define i32 @main(i32 %argc, ptr %argv) {
  %c = icmp eq i32 %argc, 1
  %n = zext i32 %argc to i64
  %x = call i32 @two(i1 %c)
  %y = call i32 @numbers(i1 %c, i64 %n)
  call void @constant(i1 %c)
  %z = add i32 %x, %y
  ret i32 %z
}
