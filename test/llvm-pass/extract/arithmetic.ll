; Arithmetic that is no address arithmetic: whatever it computes, a pointer that is made of the result leads into the
; blocks of its operands, to any field, or to the same function. Numbers in which no pointer flowed give none.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
%two = type { ptr, ptr }
@s = internal global %two zeroinitializer
@t = internal global %two zeroinitializer
@key = internal global i64 7
@cell = internal global i64 0
@copied = internal global ptr null

; CHECK-LABEL: function integers
define void @integers(i64 %n, i1 %k) {
  %i = ptrtoint ptr getelementptr (%two, ptr @s, i64 0, i32 1) to i64
  %j = ptrtoint ptr @t to i64
  %key = load i64, ptr @key
  ; CHECK: %difference -> { s, s+8 }
  %difference.1 = sub i64 %key, %i
  %difference = inttoptr i64 %difference.1 to ptr
  ; Of two pointers: an address in either may be made of it.
  ; CHECK: %distance -> { s, s+8, t, t+8 }
  %distance.1 = sub i64 %i, %j
  %distance = inttoptr i64 %distance.1 to ptr
  ; CHECK: %negated -> { s, s+8 }
  %negated.1 = sub i64 0, %i
  %negated = inttoptr i64 %negated.1 to ptr
  ; CHECK: %product -> { s, s+8 }
  %product.1 = mul i64 %i, 3
  %product = inttoptr i64 %product.1 to ptr
  ; CHECK: %quotient -> { s, s+8 }
  %quotient.1 = udiv i64 %i, 1000
  %quotient = inttoptr i64 %quotient.1 to ptr
  ; CHECK: %rest -> { s, s+8 }
  %rest.1 = srem i64 %i, 1000
  %rest = inttoptr i64 %rest.1 to ptr
  ; CHECK: %masked -> { s, s+8 }
  %masked.1 = xor i64 %i, %key
  %masked = inttoptr i64 %masked.1 to ptr
  ; The bits below a page.
  ; CHECK: %low -> { s, s+8 }
  %low.1 = and i64 %i, 4095
  %low = inttoptr i64 %low.1 to ptr
  ; How far to shift, too.
  ; CHECK: %power -> { s, s+8 }
  %power.1 = shl i64 1, %i
  %power = inttoptr i64 %power.1 to ptr
  ; A sum of what both may be pointers is no address and an index.
  ; CHECK: %sum -> { s, s+8, t, t+8 }
  %sum.1 = add i64 %i, %j
  %sum = inttoptr i64 %sum.1 to ptr
  ; Farther than any block is long.
  ; CHECK: %far -> { s, s+8 }
  %far.1 = add i64 %i, 305419896
  %far = inttoptr i64 %far.1 to ptr
  ; One bit of it.
  ; CHECK: %bit -> { s+8 }
  %bit.1 = trunc i64 %i to i1
  %bit.2 = zext i1 %bit.1 to i64
  %bit = inttoptr i64 %bit.2 to ptr
  ; What an index leads to from null is the index.
  ; CHECK: %index -> { s, s+8 }
  %index = getelementptr i8, ptr null, i64 %i
  ret void
}

; CHECK-LABEL: function intrinsics
define void @intrinsics() {
  %i = ptrtoint ptr @s to i64
  %pair = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %i, i64 3)
  %product.1 = extractvalue { i64, i1 } %pair, 0
  ; CHECK: %product -> { s, s+8 }
  %product = inttoptr i64 %product.1 to ptr
  %swapped.1 = call i64 @llvm.bswap.i64(i64 %i)
  ; CHECK: %swapped -> { s, s+8 }
  %swapped = inttoptr i64 %swapped.1 to ptr
  %turned.1 = call i64 @llvm.fshl.i64(i64 %i, i64 %i, i64 17)
  ; CHECK: %turned -> { s, s+8 }
  %turned = inttoptr i64 %turned.1 to ptr
  %zeros.1 = call i64 @llvm.cttz.i64(i64 %i, i1 true)
  ; CHECK: %zeros -> { s, s+8 }
  %zeros = inttoptr i64 %zeros.1 to ptr
  ; A part of it fills memory.
  %byte = trunc i64 %i to i8
  call void @llvm.memset.p0.i64(ptr @copied, i8 %byte, i64 8, i1 false)
  %filled = load ptr, ptr @copied
  ; CHECK: %filled -> { s, s+8 }
  ret void
}

; Through floating-point numbers, which hold an address exactly.
; CHECK-LABEL: function real
define void @real() {
  %i = ptrtoint ptr @s to i64
  %d = uitofp i64 %i to double
  %half = fmul double %d, 5.0e-01
  %negated = fneg double %half
  %floor = call double @llvm.floor.f64(double %negated)
  %back.1 = fptosi double %floor to i64
  ; CHECK: %back -> { s, s+8 }
  %back = inttoptr i64 %back.1 to ptr
  ret void
}

; Functions have no fields, and stay what they are.
; CHECK-LABEL: function functions
define void @functions(i1 %k) {
  %f = select i1 %k, ptr @integers, ptr @real
  %i = ptrtoint ptr %f to i64
  %key = load i64, ptr @key
  %hidden = xor i64 %i, %key
  %shown = sub i64 %key, %hidden
  ; CHECK: %function -> { integers, real }
  %function = inttoptr i64 %shown to ptr
  ret void
}

; What memory holds after atomic arithmetic on it.
; CHECK-LABEL: function atomics
define void @atomics() {
  store i64 ptrtoint (ptr @s to i64), ptr @cell
  %before = atomicrmw nand ptr @cell, i64 ptrtoint (ptr @t to i64) seq_cst
  %after.1 = load i64, ptr @cell
  ; CHECK: %after -> { s, s+8, t, t+8 }
  %after = inttoptr i64 %after.1 to ptr
  ret void
}

; A hash of numbers is no pointer, and a comparison of pointers tells nothing of where they lead.
; CHECK-LABEL: function numbers
define void @numbers(i64 %n) {
  %i = ptrtoint ptr @s to i64
  %key = load i64, ptr @key
  %product = mul i64 %n, %key
  %hash.1 = xor i64 %product, %n
  ; CHECK: %hash -> {}
  %hash = inttoptr i64 %hash.1 to ptr
  %less = icmp ult i64 %i, %key
  %flag.1 = zext i1 %less to i64
  ; CHECK: %flag -> {}
  %flag = inttoptr i64 %flag.1 to ptr
  ret void
}

define i32 @main(i32 %argc, ptr %argv) {
  call void @integers(i64 1, i1 true)
  call void @numbers(i64 2)
  ret i32 0
}
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare double @llvm.floor.f64(double)
