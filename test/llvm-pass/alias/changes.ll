; The module changes while passes ask: what was true of the module as it was must not be said of what it has become.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(simplifycfg<sink-common-insts>,gvn)' -S %s | FileCheck --check-prefix=SINK %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='function(gvn,simplifycfg<sink-common-insts>,gvn,early-cse<memssa>,dse)' -S %s | FileCheck --check-prefix=SINK %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(memcpyopt,gvn,dse)' -S %s | FileCheck --check-prefix=MERGE %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,cgscc(inline),function(gvn,dse)' -S %s | FileCheck --check-prefix=INLINE %s
; A function that other passes changed is looked at anew: the answers are as good as before.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(instcombine<no-verify-fixpoint>,gvn)' -S %s | FileCheck --check-prefix=AGAIN %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,invalidate<amorph-aa>,function(gvn)' -S %s | FileCheck --check-prefix=AGAIN %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i64, i64 }
@a = internal global %pair zeroinitializer
@b = internal global %pair zeroinitializer
@to_a = internal global ptr null
@to_b = internal global ptr null

define void @setup() {
  store ptr @a, ptr @to_a
  store ptr @b, ptr @to_b
  ret void
}

; After sinking, one store writes through either pointer; its address was known to be in @a alone.
; SINK-LABEL: define i64 @sunk
; SINK: load i64
; SINK: store i64 5
; SINK: load i64
; SINK: ret
define i64 @sunk(i1 %c) {
entry:
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  %field = getelementptr i8, ptr %q, i64 8
  %before = load i64, ptr %field
  br i1 %c, label %left, label %right
left:
  %in_a = getelementptr i8, ptr %p, i64 8
  store i64 5, ptr %in_a
  br label %done
right:
  %in_b = getelementptr i8, ptr %q, i64 8
  store i64 5, ptr %in_b
  br label %done
done:
  %after = load i64, ptr %field
  %sum = sub i64 %before, %after
  ret i64 %sum
}

; Two locals become one: a pointer that was kept in memory to the second now meets the first.
; MERGE-LABEL: define i64 @merged
; MERGE: store i64 7
; MERGE: load i64
; MERGE: ret
define i64 @merged() {
  %one = alloca %pair
  %two = alloca %pair
  %keep = alloca ptr
  call void @fill(ptr %one)
  call void @llvm.memcpy.p0.p0.i64(ptr %two, ptr %one, i64 16, i1 false)
  call void @use(ptr %keep, ptr %two)
  %kept = load ptr, ptr %keep
  %x = load i64, ptr %kept
  store i64 7, ptr %two
  %y = load i64, ptr %kept
  %sum = sub i64 %x, %y
  ret i64 %sum
}

define internal void @fill(ptr %p) noinline {
  store i64 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 2, ptr %q
  ret void
}

define internal void @use(ptr %where, ptr %what) noinline {
  store ptr %what, ptr %where
  ret void
}

; The inlined body's values are new; the pointers they come from are not.
; INLINE-LABEL: define i64 @caller
; INLINE: store i64 1
; INLINE: store i64 2
; INLINE: ret
define i64 @caller(i1 %c) {
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  %r = select i1 %c, ptr %p, ptr %q
  %x = call i64 @callee(ptr %r, ptr %q)
  ret i64 %x
}

define internal i64 @callee(ptr %r, ptr %q) alwaysinline {
  store i64 1, ptr %r
  store i64 2, ptr %q
  %x = load i64, ptr %r
  ret i64 %x
}

; AGAIN-LABEL: define i64 @again
; AGAIN: load i64
; AGAIN-NOT: load i64
; AGAIN: ret
define i64 @again(i64 %n) {
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  %m = add i64 %n, 0
  %x = load i64, ptr %p
  store i64 %m, ptr %q
  %y = load i64, ptr %p
  %sum = add i64 %x, %y
  ret i64 %sum
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
