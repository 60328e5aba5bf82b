; RUN: %opt -aa-pipeline=basic-aa -passes='loop-mssa(licm)' -S %s | FileCheck --check-prefix=BASIC %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='loop-mssa(licm)' -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='loop-mssa(licm)' -S %s | FileCheck %s
; A bound that is loaded again in every iteration, because a store in the loop might change it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%header = type { ptr, i64 }
@bound = internal global i64 100
@where = internal global ptr null

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"

define void @setup() {
  %block = call ptr @malloc(i64 800)
  store ptr %block, ptr @where
  ret void
}

; CHECK-LABEL: define void @fill
; CHECK: entry:
; CHECK: load i64, ptr %limit
; CHECK: loop:
; CHECK-NOT: load i64
; CHECK: br i1
; BASIC-LABEL: define void @fill
; BASIC: loop:
; BASIC: load i64, ptr %limit
define void @fill() {
entry:
  %to = load ptr, ptr @where
  %limit = call ptr @limit()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %to, i64 %i
  store i64 %i, ptr %at
  %next = add i64 %i, 1
  %n = load i64, ptr %limit
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define internal ptr @limit() noinline {
  ret ptr @bound
}

; A block that the loop itself replaces: the pointer is loaded anew each time, and must be.
; CHECK-LABEL: define void @grow
; CHECK: loop:
; CHECK: load ptr, ptr @where
; CHECK: call void @setup
define void @grow() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = load ptr, ptr @where
  store i64 %i, ptr %to
  call void @setup()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
