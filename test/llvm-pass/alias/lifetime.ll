; The end of an object's life is a write: memory that is copied after it is not what was copied before.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(memcpyopt)' -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,function(memcpyopt)' -S %s | FileCheck %s
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
@root = global [24 x i8] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @use(ptr nocapture)

; CHECK-LABEL: define void @two_lives(
; CHECK: call void @llvm.lifetime.start
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 @root
; CHECK-NEXT: store i64 %y
define void @two_lives(i64 %x, i64 %y) {
  %t = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(i64 24, ptr %t)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 @root, i64 24, i1 false)
  store i64 %x, ptr @root
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @root, ptr align 8 %t, i64 24, i1 false)
  call void @llvm.lifetime.end.p0(i64 24, ptr %t)
  call void @llvm.lifetime.start.p0(i64 24, ptr %t)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 @root, i64 24, i1 false)
  store i64 %y, ptr @root
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @root, ptr align 8 %t, i64 24, i1 false)
  call void @llvm.lifetime.end.p0(i64 24, ptr %t)
  ret void
}

; CHECK-LABEL: define void @freed_array(
; CHECK: call void @llvm.stackrestore
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %t,
define void @freed_array(i64 %n, ptr noalias %to) {
  %t = alloca [320 x i8], align 8
  %s = call ptr @llvm.stacksave.p0()
  %v = alloca i8, i64 %n, align 16
  call void @use(ptr %v)
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %v, i64 320, i1 false)
  call void @llvm.stackrestore.p0(ptr %s)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %t, i64 320, i1 false)
  ret void
}
