; Operands that one pass sets by hand between its questions: an answer from before does not hold for what an address has
; become, whether its own operand was changed, its index's, or those of what it was computed from. What leads only to
; places that are known may still be told apart.
; RUN: %opt -load-pass-plugin=%tools/../lib/AmorphSetOperands.so -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;world=closed>,function(set-operands)' -disable-output %s | FileCheck %s
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
%eight = type { i64, i64, i64, i64, i64, i64, i64, i64 }
@s = internal global %eight zeroinitializer
@a = internal global i64 0
@b = internal global i64 0
@c = internal global i64 0
@to.a = internal global ptr @a
@to.c = internal global ptr @c
declare void @becomes(...)

; An index, by the constant of a select behind it.
; CHECK: index: NoAlias, then {{MayAlias|PartialAlias}}
define void @index(i1 %d) "operand"="2" {
  %changed = select i1 %d, i64 8, i64 16
  %p = getelementptr i8, ptr @s, i64 %changed
  %q = getelementptr i8, ptr @s, i64 48
  call void (...) @becomes(i64 48)
  ret void
}
; The address itself.
; CHECK: address: NoAlias, then MayAlias
define void @address(i1 %d) "operand"="2" {
  %q = getelementptr i8, ptr @c, i64 0
  %changed = select i1 %d, ptr @a, ptr @b
  %p = getelementptr i8, ptr %changed, i64 0
  call void (...) @becomes(ptr @c)
  ret void
}
; The place that it is loaded from.
; CHECK: loaded: NoAlias, then MayAlias
define void @loaded() "operand"="0" {
  %q = getelementptr i8, ptr @c, i64 0
  %changed = load ptr, ptr @to.a
  %p = getelementptr i8, ptr %changed, i64 0
  call void (...) @becomes(ptr @to.c)
  ret void
}
; Arithmetic on it as a number.
; CHECK: number: NoAlias, then MayAlias
define void @number() "operand"="0" {
  %q = getelementptr i8, ptr @c, i64 0
  %changed = sub i64 ptrtoint (ptr @a to i64), 0
  %product = mul i64 %changed, 1
  %p = inttoptr i64 %product to ptr
  call void (...) @becomes(i64 ptrtoint (ptr @c to i64))
  ret void
}
; All uses of what it is made of.
; CHECK: uses: NoAlias, then MayAlias
define void @uses(i1 %d) {
  %q = getelementptr i8, ptr @c, i64 0
  %changed = load ptr, ptr @to.a
  %p = select i1 %d, ptr %changed, ptr @b
  call void (...) @becomes(ptr @c)
  ret void
}
; From one known place to another that is held apart, too.
; CHECK: apart: NoAlias, then NoAlias
define void @apart(i1 %d) "operand"="2" {
  %q = getelementptr i8, ptr @c, i64 0
  %changed = select i1 %d, ptr @a, ptr @a
  %p = getelementptr i8, ptr %changed, i64 0
  call void (...) @becomes(ptr @b)
  ret void
}
define i32 @main() {
  call void @index(i1 true)
  call void @address(i1 true)
  call void @loaded()
  call void @number()
  call void @uses(i1 true)
  call void @apart(i1 true)
  ret i32 0
}
