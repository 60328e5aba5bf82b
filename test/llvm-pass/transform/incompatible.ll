; Functions that are incompatible with the call are not called directly, and no other one is then called without a comparison.
; RUN: %opt -passes='amorph-promote-calls,verify' -S %s | FileCheck %s
; RUN: %opt -passes=amorph-promote-calls -pass-remarks-missed=amorph-promote-calls -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s
; REMARK-DAG: indirect call not promoted to two: The number of arguments mismatch
; REMARK-DAG: indirect call not promoted to fast: Calling convention mismatch
; REMARK-DAG: indirect call not promoted to extended: Attributes of arguments mismatch
; REMARK-DAG: indirect call not promoted to copied: byval mismatch
; REMARK-DAG: indirect call not promoted to wide: Musttail call Argument type mismatch
; REMARK-DAG: indirect call not promoted: its operand bundles demand a pointer
; REMARK-DAG: indirect call not promoted to again: Function returns twice
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@to_two = internal global ptr @two
@to_list = internal global ptr @list
@to_fast = internal global ptr @fast
@to_copied = internal global ptr @copied
@to_wide = internal global ptr @wide
@to_one = internal global ptr @one
@to_again = internal global ptr @again
@to_extended = internal global ptr @extended

define internal i32 @one(i32 %x) {
  ret i32 %x
}
define internal i32 @two(i32 %x, i32 %y) {
  ret i32 %y
}
define internal i32 @list(i32 %x, i32 %y, ...) {
  ret i32 %y
}
define internal fastcc i32 @fast(i32 %x) {
  ret i32 %x
}
define internal i32 @copied(ptr byval(i32) %x) {
  ret i32 0
}
define internal i8 @extended(i8 zeroext %x) {
  ret i8 %x
}
define internal ptr @wide(ptr %x) {
  ret ptr %x
}
define internal i32 @again(i32 %x) returns_twice {
  ret i32 %x
}

; CHECK-LABEL: @fewer(
; CHECK: call i32 %p(i32 1)
define i32 @fewer() {
  %p = load ptr, ptr @to_two
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; CHECK-LABEL: @fewer_of_list(
; CHECK: call i32 (i32, ...) %p(i32 1)
define i32 @fewer_of_list() {
  %p = load ptr, ptr @to_list
  %r = call i32 (i32, ...) %p(i32 1)
  ret i32 %r
}

; CHECK-LABEL: @more_of_list(
; CHECK: call i32 (i32, i32, ...) @list(i32 1, i32 2, i32 3)
define i32 @more_of_list() {
  %p = load ptr, ptr @to_list
  %r = call i32 (i32, i32, ...) %p(i32 1, i32 2, i32 3)
  ret i32 %r
}

; CHECK-LABEL: @convention(
; CHECK: call i32 %p(i32 1)
define i32 @convention() {
  %p = load ptr, ptr @to_fast
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; CHECK-LABEL: @bits(
; CHECK: call i8 %p(i8 signext 1)
define i8 @bits() {
  %p = load ptr, ptr @to_extended
  %r = call i8 %p(i8 signext 1)
  ret i8 %r
}

; CHECK-LABEL: @by_pointer(
; CHECK: call i32 %p(ptr @to_one)
define i32 @by_pointer() {
  %p = load ptr, ptr @to_copied
  %r = call i32 %p(ptr @to_one)
  ret i32 %r
}

; CHECK-LABEL: @tail(
; CHECK: musttail call i64 %p(i64 %x)
define i64 @tail(i64 %x) {
  %p = load ptr, ptr @to_wide
  %r = musttail call i64 %p(i64 %x)
  ret i64 %r
}

; CHECK-LABEL: @cast(
; CHECK: %[[X:.*]] = inttoptr i64 %x to ptr
; CHECK: call ptr @wide(ptr %[[X]])
define i64 @cast(i64 %x) {
  %p = load ptr, ptr @to_wide
  %r = call i64 %p(i64 %x)
  ret i64 %r
}

; CHECK-LABEL: @checked(
; CHECK: call i32 %p(i32 1) [ "kcfi"(i32 5) ]
define i32 @checked() {
  %p = load ptr, ptr @to_one
  %r = call i32 %p(i32 1) [ "kcfi"(i32 5) ]
  ret i32 %r
}

; CHECK-LABEL: @twice(
; CHECK: call i32 %p(i32 1)
define i32 @twice() {
  %p = load ptr, ptr @to_again
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; Only one of two fits, but the other may be called all the same.
; CHECK-LABEL: @partly(
; CHECK: icmp eq ptr %p, @one
; CHECK: call i32 @one(i32 1)
; CHECK: call i32 %p(i32 1)
define i32 @partly(i1 %c) {
  %p = select i1 %c, ptr @one, ptr @two
  %r = call i32 %p(i32 1)
  ret i32 %r
}
