; Calls of wrapped allocators are inlined, or become one: the answers stay, and memory from them is not mistaken.
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,cgscc(inline),function(gvn)' -S -o %t.ll %s 2>%t.log
; RUN: FileCheck %s --check-prefixes=CHECK,INLINED < %t.ll
; RUN: FileCheck %s --check-prefix=ONCE < %t.log
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,function(simplifycfg<sink-common-insts>,gvn)' -S -o %t.ll %s 2>%t.log
; RUN: FileCheck %s --check-prefixes=CHECK,SUNK < %t.ll
; RUN: FileCheck %s --check-prefix=ONCE < %t.log
; ONCE: amorph-aa: 1 solution in
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@a = internal global i64 0
@b = internal global i64 0
@kept = internal global ptr null
declare ptr @malloc(i64)
declare void @abort() noreturn

define internal ptr @inner(i64 %n) noinline {
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq ptr %p, null
  br i1 %none, label %fail, label %done
fail:
  call void @abort()
  unreachable
done:
  ret ptr %p
}
define internal ptr @outer(i64 %n, i1 %c) alwaysinline {
  br i1 %c, label %first, label %second
first:
  %p = call ptr @inner(i64 %n)
  ret ptr %p
second:
  %m = mul i64 %n, 2
  %q = call ptr @inner(i64 %m)
  ret ptr %q
}

; The new value is a phi of calls that were not there when the module was solved. Memory that is loaded may be the call's.
; INLINED-LABEL: define i64 @through_memory(
; INLINED: phi ptr
; INLINED: store i64 5, ptr %loaded
; INLINED: load i64
; INLINED: ret i64
define i64 @through_memory(i1 %c) {
  %p = call ptr @outer(i64 8, i1 %c)
  store ptr %p, ptr @kept
  store i64 4, ptr %p
  call void @change()
  %v = load i64, ptr %p
  %w = call i64 @loaded(ptr %p)
  %sum = add i64 %v, %w
  ret i64 %sum
}
; Loads @kept as the callers' memory.
; CHECK-LABEL: define internal void @change(
; CHECK: store i64 7
define internal void @change() noinline {
  %p = load ptr, ptr @kept
  store i64 7, ptr %p
  ret void
}
define internal i64 @loaded(ptr %p) alwaysinline {
  %loaded = load ptr, ptr @kept
  store i64 5, ptr %loaded
  %v = load i64, ptr %p
  ret i64 %v
}

; SUNK-LABEL: define i64 @merged(
; SUNK: %[[SIZE:.*]] = select i1 %c, i64 8, i64 16
; SUNK: %[[P:.*]] = call ptr @inner(i64 %[[SIZE]])
; SUNK: store i64 4, ptr %[[P]]
; SUNK: store i64 5, ptr %loaded
; SUNK: load i64, ptr %[[P]]
; SUNK: ret i64
define i64 @merged(i1 %c) {
  br i1 %c, label %first, label %second
first:
  %p = call ptr @inner(i64 8)
  br label %join
second:
  %q = call ptr @inner(i64 16)
  br label %join
join:
  %r = phi ptr [ %p, %first ], [ %q, %second ]
  store ptr %r, ptr @kept
  store i64 4, ptr %r
  %loaded = load ptr, ptr @kept
  store i64 5, ptr %loaded
  %v = load i64, ptr %r
  ret i64 %v
}

; Other functions are answered as before.
; CHECK-LABEL: define i64 @other(
; CHECK: store i64 %n, ptr @a
; CHECK-NOT: load i64, ptr @a
; CHECK: ret i64 %n
define i64 @other(i64 %n) {
  store i64 %n, ptr @a
  %p = load ptr, ptr @kept
  store i64 3, ptr %p
  %v = load i64, ptr @a
  ret i64 %v
}
