; Initialisers: nested aggregates, constant expressions, function tables, relative tables, aliases, ifuncs.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
%pair = type { i64, ptr }
%nest = type { i32, [2 x %pair], ptr, { ptr, i8 } }
@a = global i32 0
@b = global i32 0
@big = global [4 x i64] zeroinitializer

; The second member of every pair of the inner array is one slot.
; CHECK: nest+16 -> { a, b }
; CHECK: nest+40 -> { a }
; CHECK: nest+48 -> { big }
@nest = global %nest { i32 1, [2 x %pair] [%pair { i64 1, ptr @a }, %pair { i64 2, ptr @b }], ptr @a,
                       { ptr, i8 } { ptr getelementptr inbounds ([4 x i64], ptr @big, i64 0, i64 2), i8 0 } }

; A pointer into a struct, by a constant expression.
; CHECK: middle -> { nest+40 }
@middle = global ptr getelementptr inbounds (%nest, ptr @nest, i32 0, i32 2)

; Exactly: from the first of two arrays, a step of 120 bytes could lead round to the first again.
; CHECK: second -> { arrays+80 }
@arrays = global { [10 x ptr], [10 x ptr] } zeroinitializer
@second = global ptr getelementptr inbounds (i8, ptr @arrays, i64 120)

; Through integers.
; CHECK: number -> { b }
@number = global i64 ptrtoint (ptr @b to i64)
; CHECK: again -> { a }
@again = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @a to i64), i64 0) to ptr)
; CHECK: space -> { a }
@space = global ptr addrspacecast (ptr addrspace(1) addrspacecast (ptr @a to ptr addrspace(1)) to ptr)

; A table of functions.
; CHECK: table -> { f1, f2 }
@table = constant [3 x ptr] [ptr @f1, ptr @f2, ptr null]

; A table of distances (position-independent switch tables): its entries stand for the targets; like any difference, they
; could be taken from a target, too, which gives the table.
; CHECK: relative -> { relative, f1, f2 }
@relative = constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @f1 to i64), i64 ptrtoint (ptr @relative to i64)) to i32),
                                i32 trunc (i64 sub (i64 ptrtoint (ptr @f2 to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]

; An alias is its target, an ifunc what its resolver returns.
; CHECK: to_alias -> { a }
@alias = alias i32, ptr @a
@to_alias = global ptr @alias
; CHECK: to_ifunc -> { f1, f2 }
@ifunc = ifunc ptr (ptr), ptr @resolver
@to_ifunc = global ptr @ifunc
; CHECK: vector -> { a, b }
@vector = global <2 x ptr> <ptr @a, ptr @b>
; A label is no memory.
; CHECK: label -> {}
@label = global ptr blockaddress(@f1, %there)
; CHECK: weakly -> { f2 }
@weakly = global ptr dso_local_equivalent @f2

define ptr @f1(ptr %x) {
  br label %there
there:
  ret ptr %x
}
define ptr @f2(ptr %x) {
  ret ptr %x
}
define internal ptr @resolver() {
  %c = load i1, ptr @a
  %r = select i1 %c, ptr @f1, ptr @f2
  ret ptr %r
}
; CHECK: function main
define i32 @main(i32 %argc) {
  ; CHECK: %f -> { relative, f1, f2 }
  %f = call ptr @llvm.load.relative.i32(ptr @relative, i32 4)
  ; CHECK: %r -> { b }
  %r = call ptr %f(ptr @b)
  ret i32 0
}
declare ptr @llvm.load.relative.i32(ptr, i32)
