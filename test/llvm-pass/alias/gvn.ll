; RUN: %opt -aa-pipeline=basic-aa -passes=gvn -S %s | FileCheck --check-prefix=BASIC %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes=gvn -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes=gvn -S %s | FileCheck %s
; Two pointers loaded from memory: only whole-module points-to sets tell their targets apart.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@a = internal global i32 1
@b = internal global i32 2
@to_a = internal global ptr null
@to_b = internal global ptr null

define void @setup() {
  store ptr @a, ptr @to_a
  store ptr @b, ptr @to_b
  ret void
}

; CHECK-LABEL: @redundant_load
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK: ret
; BASIC-LABEL: @redundant_load
; BASIC: load i32
; BASIC: load i32
define i32 @redundant_load() {
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  %x = load i32, ptr %p
  store i32 7, ptr %q
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}

; The same pointer may be behind both: nothing may be forwarded.
; CHECK-LABEL: @needed_load
; CHECK: load i32
; CHECK: store i32 7
; CHECK: load i32
; CHECK: ret
define i32 @needed_load() {
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_a
  call void @unknown()
  %r = load ptr, ptr @to_a
  %x = load i32, ptr %p
  store i32 7, ptr %r
  %y = load i32, ptr %p
  %s = add i32 %x, %y
  ret i32 %s
}

; Calls: @touch_b changes @b alone, so what was loaded through %p stays; @touch_a changes it.
; CHECK-LABEL: @across_call
; CHECK: load i32
; CHECK: call void @touch_b
; CHECK-NOT: load i32
; CHECK: call void @touch_a
; CHECK: load i32
; BASIC-LABEL: @across_call
; BASIC: call void @touch_b
; BASIC: load i32
define i32 @across_call() {
  %p = load ptr, ptr @to_a
  %x = load i32, ptr %p
  call void @touch_b()
  %y = load i32, ptr %p
  call void @touch_a()
  %z = load i32, ptr %p
  %r = add i32 %x, %y
  %s = add i32 %r, %z
  ret i32 %s
}

define internal void @touch_a() noinline {
  %p = load ptr, ptr @to_a
  store i32 3, ptr %p
  ret void
}

define internal void @touch_b() noinline {
  %p = load ptr, ptr @to_b
  store i32 4, ptr %p
  ret void
}

declare void @unknown()
