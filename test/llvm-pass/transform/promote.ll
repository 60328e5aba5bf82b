; Indirect calls become direct, with comparisons if several functions may be called.
; RUN: %opt -passes='amorph-promote-calls,verify' -S %s | FileCheck %s
; RUN: %opt -passes='amorph-promote-calls<targets=1>,verify' -S %s | FileCheck --check-prefix=ONE %s
; RUN: %opt -passes='amorph-promote-calls<incomplete=on>,verify' -S %s | FileCheck --check-prefix=INCOMPLETE %s
; RUN: %opt -passes='amorph-promote-calls<stats=on>' -disable-output %s 2>&1 | FileCheck --check-prefix=STATS %s
; STATS: amorph-promote-calls: 9 indirect calls: 4 made direct, 2 by comparing, 0 kept behind comparisons; not promoted: 1 unknown, 1 with many targets, 0 incompatible, 1 without a target
; RUN: %opt -passes=amorph-promote-calls -pass-remarks=amorph-promote-calls -pass-remarks-missed=amorph-promote-calls -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s
; REMARK: indirect call promoted to f
; REMARK: indirect call promoted to f, g, by comparing
; REMARK: indirect call not promoted: it may call unknown code
; REMARK: indirect call not promoted: it may call too many functions
; REMARK: indirect call not promoted: no function of the module is called
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@only = internal global ptr @f
@public = global ptr @f

define internal i32 @f(i32 %x) {
  ret i32 %x
}
define internal i32 @g(i32 %x) {
  ret i32 1
}
define internal i32 @h(i32 %x) {
  ret i32 2
}
define internal i32 @i(i32 %x) {
  ret i32 3
}

; CHECK-LABEL: @one(
; CHECK: call i32 @f(i32 1)
; CHECK-NEXT: ret
define i32 @one() {
  %p = load ptr, ptr @only
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; The last function needs no comparison: the pointer can be nothing else.
; CHECK-LABEL: @two(
; CHECK: icmp eq ptr %p, @f
; CHECK: call i32 @f(i32 1)
; CHECK: call i32 @g(i32 1)
; CHECK-NOT: call
; CHECK: ret
; ONE-LABEL: @two(
; ONE: call i32 %p(i32 1)
define i32 @two(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; Code outside may have stored another function.
; CHECK-LABEL: @unknown(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
; INCOMPLETE-LABEL: @unknown(
; INCOMPLETE: icmp eq ptr %p, @f
; INCOMPLETE: call i32 @f(i32 1)
; INCOMPLETE: call i32 %p(i32 1)
define i32 @unknown() {
  %p = load ptr, ptr @public
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; CHECK-LABEL: @many(
; CHECK: call i32 %p(i32 1)
; CHECK-NEXT: ret
define i32 @many(i1 %c, i1 %d) {
  %a = select i1 %c, ptr @f, ptr @g
  %b = select i1 %d, ptr @h, ptr @i
  %p = select i1 %d, ptr %a, ptr %b
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; A null pointer is no reason to call anything.
; CHECK-LABEL: @none(
; CHECK: call i32 %p(i32 1)
define i32 @none(i1 %c) {
  %p = select i1 %c, ptr null, ptr null
  %r = call i32 %p(i32 1)
  ret i32 %r
}

; CHECK-LABEL: @unwinds(
; CHECK: invoke i32 @f(i32 1)
; CHECK: invoke i32 @g(i32 1)
; CHECK-NOT: invoke i32 %p
; CHECK: landingpad
define i32 @unwinds(i1 %c) personality ptr @personality {
  %p = select i1 %c, ptr @f, ptr @g
  %r = invoke i32 %p(i32 1) to label %done unwind label %caught
done:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
declare i32 @personality(...)

; CHECK-LABEL: @tail(
; CHECK: musttail call i32 @f(i32 %x)
; CHECK-NEXT: ret
define i32 @tail(i32 %x) {
  %p = load ptr, ptr @only
  %r = musttail call i32 %p(i32 %x)
  ret i32 %r
}

; What is said of the call stays.
; CHECK-LABEL: @annotated_call(
; CHECK: call i32 @f(i32 1) #[[NOBUILTIN:[0-9]+]] [ "deopt"(i32 7) ]
define i32 @annotated_call() {
  %p = load ptr, ptr @only
  %r = call i32 %p(i32 1) nobuiltin [ "deopt"(i32 7) ]
  ret i32 %r
}

; As C calls a function that is declared without a prototype.
; CHECK-LABEL: @untyped(
; CHECK: call i32 @f(i32 1)
define i32 @untyped() {
  %p = load ptr, ptr @only
  %r = call i32 (...) %p(i32 1)
  ret i32 %r
}

; Code that is not to be optimised is not counted either.
; CHECK-LABEL: @kept(
; CHECK: call i32 %p(i32 1)
; CHECK: attributes #[[NOBUILTIN]] = { nobuiltin }
define i32 @kept() noinline optnone {
  %p = load ptr, ptr @only
  %r = call i32 %p(i32 1)
  ret i32 %r
}
