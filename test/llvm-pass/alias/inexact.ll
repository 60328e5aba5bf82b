; A linker may replace an inline function by a copy of another object, which was optimised less and still has the reads
; whose results are not used. Only a body that certainly runs says what a call accesses.
; RUN: %opt -aa-pipeline=amorph-aa -passes=dse -S %s | FileCheck %s
@g = internal global i32 0

define linkonce_odr i32 @inline(ptr %p) noinline nounwind {
  ret i32 1
}
define available_externally i32 @copy(ptr %p) noinline nounwind {
  ret i32 1
}
define internal i32 @own(ptr %p) noinline nounwind {
  ret i32 1
}

; CHECK-LABEL: define i32 @replaced
; CHECK-NEXT: store i32 5, ptr @g
; CHECK-NEXT: call i32 @inline
define i32 @replaced() {
  store i32 5, ptr @g
  %r = call i32 @inline(ptr @g)
  store i32 7, ptr @g
  ret i32 %r
}
; CHECK-LABEL: define i32 @copied
; CHECK-NEXT: store i32 5, ptr @g
; CHECK-NEXT: call i32 @copy
define i32 @copied() {
  store i32 5, ptr @g
  %r = call i32 @copy(ptr @g)
  store i32 7, ptr @g
  ret i32 %r
}
; CHECK-LABEL: define i32 @runs
; CHECK-NEXT: call i32 @own
define i32 @runs() {
  store i32 5, ptr @g
  %r = call i32 @own(ptr @g)
  store i32 7, ptr @g
  ret i32 %r
}
; Through a pointer.
; CHECK-LABEL: define i32 @indirect
; CHECK-NEXT: select
; CHECK-NEXT: store i32 5, ptr @g
; CHECK-NEXT: call i32 %f
define i32 @indirect(i1 %c) {
  %f = select i1 %c, ptr @inline, ptr @own
  store i32 5, ptr @g
  %r = call i32 %f(ptr @g) nounwind
  store i32 7, ptr @g
  ret i32 %r
}
