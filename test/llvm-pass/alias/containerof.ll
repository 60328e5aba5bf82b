; From the last element of an inner array back to its structure and on to another member, folded into one step forward: the
; step is taken from every element that the pointer may be, not from the first.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes=gvn -S %s | FileCheck %s --check-prefix=GVN
%link = type { ptr, ptr }
%multi = type { i64, [3 x %link], ptr, ptr }
@m = internal global %multi zeroinitializer
@y = internal global i32 0
@z = internal global i32 0

; CHECK-LABEL: function last
; CHECK: %owner -> { m, m+8, m+16, m+56, m+64 }
; CHECK: %p -> {{.*}}z
; GVN-LABEL: @last(
define internal i32 @last(ptr %n) {
  %owner = getelementptr i8, ptr %n, i64 16
  store ptr @y, ptr getelementptr inbounds (i8, ptr @m, i64 56)
  ; GVN: %p = load ptr, ptr %owner
  %p = load ptr, ptr %owner
  %v = load i32, ptr %p
  ret i32 %v
}
; Within its element, a step leads to one place, wherever the element is.
; CHECK-LABEL: function next
; CHECK: %next -> { m+16 }
define internal ptr @next(ptr %n) {
  %next = getelementptr i8, ptr %n, i64 8
  ret ptr %next
}
; A typed index stays in the array (docs/points-to-limits.md, assumption 1).
; CHECK-LABEL: function typed
; CHECK: %after -> { m+8 }
define internal ptr @typed(ptr %n) {
  %after = getelementptr %link, ptr %n, i64 1
  ret ptr %after
}
define i32 @main(i32 %argc) {
  %i = sext i32 %argc to i64
  %n = getelementptr %multi, ptr @m, i64 0, i32 1, i64 %i
  store ptr @z, ptr getelementptr inbounds (i8, ptr @m, i64 56)
  %r = call i32 @last(ptr %n)
  %s = call ptr @next(ptr %n)
  %t = call ptr @typed(ptr %n)
  ret i32 %r
}
