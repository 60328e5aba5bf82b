; A copy through a register brings pointers along, whatever the register is taken to hold.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
@a = global i32 0
@b = global i32 0
; CHECK: d16 -> { a, b }
; CHECK: d16+8 -> { a, b }
; CHECK: d8 -> { a }
; CHECK: quad -> { a, b }
; CHECK: extended -> { a, b }
@s = global { ptr, ptr } { ptr @a, ptr @b }
@d16 = global { ptr, ptr } zeroinitializer
@d8 = global ptr null
@quad = global { ptr, ptr } zeroinitializer
@extended = global { ptr, ptr } zeroinitializer

define i32 @main() {
  %v = load <4 x float>, ptr @s, align 8
  store <4 x float> %v, ptr @d16, align 8
  %w = load <2 x float>, ptr @s, align 8
  store <2 x float> %w, ptr @d8, align 8
  %q = load fp128, ptr @s, align 8
  store fp128 %q, ptr @quad, align 8
  %x = load x86_fp80, ptr @s, align 8
  store x86_fp80 %x, ptr @extended, align 8
  %bits = bitcast <4 x float> %v to <2 x i64>
  %low = extractelement <2 x i64> %bits, i32 0
  ; CHECK: %p -> { a, b }
  %p = inttoptr i64 %low to ptr
  ret i32 0
}
