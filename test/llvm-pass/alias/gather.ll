; A gather that a pass makes of loads accesses what its vector of pointers points to, not only what has escaped.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(loop-vectorize,instcombine,simplifycfg,dse)' -force-vector-width=4 -S %s | FileCheck %s
; CHECK-LABEL: define i64 @f
; CHECK: store i64 %x, ptr %q
; CHECK: call <4 x i64> @llvm.masked.gather
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The module has a gather already, so that the one of @f is no new function.
declare <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i64>)
define <4 x i64> @use(<4 x ptr> %p) {
  %g = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %p, i32 8, <4 x i1> <i1 1,i1 1,i1 1,i1 1>, <4 x i64> zeroinitializer)
  ret <4 x i64> %g
}
@idx = internal global [64 x i64] zeroinitializer
define i64 @f(i64 %x) "target-cpu"="skylake-avx512" {
entry:
  %l = alloca [64 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %l, i8 0, i64 512, i1 false)
  %q = getelementptr i64, ptr %l, i64 3
  store i64 %x, ptr %q
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %ip = getelementptr i64, ptr @idx, i64 %i
  %n = load i64, ptr %ip
  %p = getelementptr i64, ptr %l, i64 %n
  %v = load i64, ptr %p
  %s1 = add i64 %s, %v
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 64
  br i1 %c, label %loop, label %exit
exit:
  store i64 0, ptr %q
  ret i64 %s1
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @init(i64 %x) {
  store i64 %x, ptr @idx
  ret void
}
