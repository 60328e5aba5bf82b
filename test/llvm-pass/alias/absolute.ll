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

; A pointer as the index from a number, which need not be null.
; CHECK-LABEL: define internal ptr @decoded
define internal ptr @decoded(i1 %c, i64 %n) noinline {
  %at = getelementptr i8, ptr inttoptr (i64 8 to ptr), i64 %n
  %p = select i1 %c, ptr @a, ptr %at
  ret ptr %p
}
; CHECK-LABEL: define i32 @encoded
; CHECK: ret i32 %r
define i32 @encoded(i1 %c) {
  %n = ptrtoint ptr @b to i64
  %less = sub i64 %n, 8
  %p = call ptr @decoded(i1 %c, i64 %less)
  store i32 1, ptr @b
  store i32 5, ptr %p
  %r = load i32, ptr @b
  ret i32 %r
}
; The number in a branch.
; CHECK-LABEL: define internal ptr @chosen
define internal ptr @chosen(i1 %c, i1 %d, i64 %n) noinline {
  %base = select i1 %d, ptr @a, ptr inttoptr (i64 8 to ptr)
  %at = getelementptr i8, ptr %base, i64 %n
  %p = select i1 %c, ptr @a, ptr %at
  ret ptr %p
}
; CHECK-LABEL: define i32 @branch
; CHECK: ret i32 %r
define i32 @branch(i1 %c, i1 %d) {
  %n = ptrtoint ptr @b to i64
  %less = sub i64 %n, 8
  %p = call ptr @chosen(i1 %c, i1 %d, i64 %less)
  store i32 1, ptr @b
  store i32 5, ptr %p
  %r = load i32, ptr @b
  ret i32 %r
}
