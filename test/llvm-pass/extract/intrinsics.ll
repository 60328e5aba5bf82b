; Intrinsics that nobody described. Those of a target that read and write memory move pointers like any load and store,
; in a closed world too.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %s | FileCheck %s --check-prefix=OPEN
@a = internal global i64 0
@b = internal global i64 0
@from = internal global [2 x ptr] [ptr @a, ptr null]
; CHECK: to -> { {{.*}}b
; OPEN: to -> { {{.*}}b
@to = internal global [2 x ptr] zeroinitializer

; CHECK: function main
; OPEN: function main
define i32 @main(<2 x i64> %mask) {
  %v = call <2 x i64> @llvm.x86.avx2.maskload.q(ptr @from, <2 x i64> %mask)
  ; CHECK: %loaded -> { {{.*}}a
  ; OPEN: %loaded -> { {{.*}}a
  %loaded = inttoptr <2 x i64> %v to <2 x ptr>
  %b = ptrtoint ptr @b to i64
  %w = insertelement <2 x i64> zeroinitializer, i64 %b, i32 0
  call void @llvm.x86.avx2.maskstore.q(ptr @to, <2 x i64> %mask, <2 x i64> %w)
  ; A blend of registers that are taken to hold numbers.
  %f = bitcast <2 x i64> %w to <4 x float>
  %m = bitcast <2 x i64> %mask to <4 x float>
  %g = call <4 x float> @llvm.x86.sse41.blendvps(<4 x float> zeroinitializer, <4 x float> %f, <4 x float> %m)
  %i = bitcast <4 x float> %g to <2 x i64>
  ; CHECK: %blended -> { b }
  %blended = inttoptr <2 x i64> %i to <2 x ptr>
  ; Gathered from addresses that are numbers.
  %h = call <2 x i64> @llvm.x86.avx2.gather.q.q(<2 x i64> zeroinitializer, ptr @from, <2 x i64> zeroinitializer, <2 x i64> %mask, i8 8)
  ; CHECK: %gathered -> { {{.*}}a
  %gathered = inttoptr <2 x i64> %h to <2 x ptr>
  ret i32 0
}
declare <2 x i64> @llvm.x86.avx2.maskload.q(ptr, <2 x i64>)
declare void @llvm.x86.avx2.maskstore.q(ptr, <2 x i64>, <2 x i64>)
declare <4 x float> @llvm.x86.sse41.blendvps(<4 x float>, <4 x float>, <4 x float>)
declare <2 x i64> @llvm.x86.avx2.gather.q.q(<2 x i64>, ptr, <2 x i64>, <2 x i64>, i8)
