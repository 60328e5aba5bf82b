; Pointers in integers, through additions that tell of an overflow or saturate.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
@s = global { ptr, ptr, ptr } zeroinitializer

; CHECK-LABEL: function main
define i32 @main() {
  %i = ptrtoint ptr @s to i64
  %pair = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %i, i64 8)
  %sum = extractvalue { i64, i1 } %pair, 0
  ; CHECK: %p -> { s+8 }
  %p = inttoptr i64 %sum to ptr
  %less = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %sum, i64 8)
  %back = extractvalue { i64, i1 } %less, 0
  ; CHECK: %q -> { s }
  %q = inttoptr i64 %back to ptr
  %sat = call i64 @llvm.uadd.sat.i64(i64 %i, i64 16)
  ; CHECK: %r -> { s+16 }
  %r = inttoptr i64 %sat to ptr
  %unsat = call i64 @llvm.usub.sat.i64(i64 %sat, i64 8)
  ; CHECK: %t -> { s+8 }
  %t = inttoptr i64 %unsat to ptr
  ret i32 0
}
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
