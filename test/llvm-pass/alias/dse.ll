; RUN: %opt -aa-pipeline=basic-aa -passes=dse -S %s | FileCheck --check-prefix=BASIC %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes=dse -S %s | FileCheck %s
; A store that is overwritten before anybody can read it: a call in between reads other memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@a = internal global i32 0
@b = internal global i32 0
@to_a = internal global ptr null
@to_b = internal global ptr null

define void @setup() {
  store ptr @a, ptr @to_a
  store ptr @b, ptr @to_b
  ret void
}

define internal i32 @read_b() noinline nounwind willreturn {
  %p = load ptr, ptr @to_b
  %v = load i32, ptr %p
  ret i32 %v
}

define internal i32 @read_a() noinline nounwind willreturn {
  %p = load ptr, ptr @to_a
  %v = load i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: @dead(
; CHECK-NOT: store i32 1
; CHECK: call i32 @read_b
; CHECK: store i32 2
; BASIC-LABEL: @dead(
; BASIC: store i32 1
define i32 @dead() {
  %p = load ptr, ptr @to_a
  store i32 1, ptr %p
  %v = call i32 @read_b()
  store i32 2, ptr %p
  ret i32 %v
}

; CHECK-LABEL: @read(
; CHECK: store i32 1
; CHECK: call i32 @read_a
; CHECK: store i32 2
define i32 @read() {
  %p = load ptr, ptr @to_a
  store i32 1, ptr %p
  %v = call i32 @read_a()
  store i32 2, ptr %p
  ret i32 %v
}

; Unknown code may call @read, which reads what @to_a points to.
; CHECK-LABEL: @outside(
; CHECK: store i32 1
; CHECK: call void @unknown
; CHECK: store i32 2
define void @outside() {
  %p = load ptr, ptr @to_a
  store i32 1, ptr %p
  call void @unknown()
  store i32 2, ptr %p
  ret void
}

declare void @unknown() nounwind willreturn
