; What the points-to sets say, as metadata and attributes: other tools need no plugin to profit.
; RUN: %opt -passes='amorph-annotate,verify' -S %s -o %t.ll
; RUN: FileCheck %s <%t.ll
; RUN: plain-opt -aa-pipeline=default -passes='gvn,loop-mssa(licm)' -S %t.ll | FileCheck --check-prefixes=AFTER,GAIN %s
; RUN: plain-opt -aa-pipeline=default -passes='gvn,loop-mssa(licm)' -S %s | FileCheck --check-prefixes=AFTER,PLAIN %s
; RUN: plain-opt -aa-pipeline=default -passes=loop-vectorize -force-vector-width=4 -force-vector-interleave=1 -S %t.ll | FileCheck --check-prefix=VECTOR %s
; RUN: plain-opt -aa-pipeline=default -passes=loop-vectorize -force-vector-width=4 -force-vector-interleave=1 -S %s | FileCheck --check-prefix=SCALAR %s
; RUN: %opt -passes='amorph-annotate<stats=on>' -disable-output %s 2>&1 | FileCheck --check-prefix=STATS %s
; STATS: amorph-annotate: 1 lists of callees, {{[1-9][0-9]*}} scopes in {{[1-9]}} functions, on {{[1-9][0-9]*}} accesses and {{[1-9]}} calls; arguments: 0 noalias, 0 readonly, 0 writeonly, 0 readnone
; RUN: %opt -passes='amorph-annotate<scopes=0;callees=0;arguments=off>' -S %s | FileCheck --check-prefix=NOTHING %s
; NOTHING-NOT: !callees
; NOTHING-NOT: !noalias
; NOTHING-NOT: readonly
; A second time, and after another pass has copied the function, nothing is wrong with it.
; RUN: plain-opt -passes='cgscc(inline),verify' -S %t.ll | %opt -passes='amorph-annotate,verify' -disable-output -
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@a = internal global [64 x i32] zeroinitializer
@b = internal global [64 x i32] zeroinitializer
@to_a = internal global ptr null
@to_b = internal global ptr null

define void @setup(i64 %i) {
  %p = getelementptr i32, ptr @a, i64 %i
  %q = getelementptr i32, ptr @b, i64 %i
  store ptr %p, ptr @to_a
  store ptr %q, ptr @to_b
  ret void
}

; CHECK-LABEL: @redundant(
; CHECK: %x = load i32, ptr %p, align 4, !alias.scope ![[A:[0-9]+]], !noalias ![[B:[0-9]+]]
; CHECK-NEXT: store i32 7, ptr %q, align 4, !alias.scope ![[B]], !noalias ![[OTHERS:[0-9]+]]
; CHECK-NEXT: %y = load i32, ptr %p, align 4, !alias.scope ![[A]], !noalias ![[B]]
; AFTER-LABEL: @redundant(
; AFTER: store i32 7
; GAIN-NOT: load
; PLAIN: load i32, ptr %p
; AFTER: ret
define i32 @redundant() {
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  %x = load i32, ptr %p
  store i32 7, ptr %q
  %y = load i32, ptr %p
  %r = sub i32 %x, %y
  ret i32 %r
}

; The same variable behind both: no scope keeps them apart.
; AFTER-LABEL: @needed(
; AFTER: store i32 7
; AFTER: load i32
define i32 @needed(i64 %i) {
  %p = load ptr, ptr @to_a
  %q = getelementptr i32, ptr @a, i64 %i
  %x = load i32, ptr %p
  store i32 7, ptr %q
  %y = load i32, ptr %p
  %r = sub i32 %x, %y
  ret i32 %r
}

; A call that changes other memory.
; CHECK-LABEL: @across(
; CHECK: call void @change_b(), !noalias ![[OFB:[0-9]+]]
; AFTER-LABEL: @across(
; AFTER: call void @change_b
; GAIN-NOT: load
; PLAIN: load i32, ptr %p
; AFTER: ret
define i32 @across() {
  %p = load ptr, ptr @to_a
  %x = load i32, ptr %p
  call void @change_b()
  %y = load i32, ptr %p
  %r = sub i32 %x, %y
  ret i32 %r
}
define internal void @change_b() noinline {
  %q = load ptr, ptr @to_b
  store i32 8, ptr %q
  ret void
}

; CHECK-LABEL: @calls(
; CHECK: call i32 %t(ptr @a), {{.*}}!callees ![[CALLEES:[0-9]+]]
define i32 @calls(i1 %c) {
  %t = select i1 %c, ptr @first, ptr @second
  %r = call i32 %t(ptr @a)
  ret i32 %r
}
define internal i32 @first(ptr %p) {
  %r = load i32, ptr %p
  ret i32 %r
}
define internal i32 @second(ptr %p) {
  ret i32 0
}

; VECTOR-LABEL: @copy(
; VECTOR-NOT: vector.memcheck
; VECTOR: load <4 x i32>
; SCALAR-LABEL: @copy(
; SCALAR: vector.memcheck
; CHECK-LABEL: define void @copy(
define void @copy() {
entry:
  %p = load ptr, ptr @to_a
  %q = load ptr, ptr @to_b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %p, i64 %i
  %to = getelementptr i32, ptr %q, i64 %i
  %x = load i32, ptr %from
  store i32 %x, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK: ![[CALLEES]] = !{ptr @first, ptr @second}
