; Sets that are kept while the module changes: what new loads and new calls point to, and memory that becomes a part of
; other memory. Nothing is solved again: each answer comes from the first solution.
; RUN: env AMORPH_AA='stats=on;models=%S/Inputs/checks.models' %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,function(instcombine<no-verify-fixpoint>),check<amorph-alias>' -disable-output %s 2>&1 | FileCheck %s
; RUN: env AMORPH_AA='stats=on;models=%S/Inputs/checks.models' %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,cgscc(inline),globaldce,check<amorph-alias>' -disable-output %s 2>&1 | FileCheck %s
; RUN: env AMORPH_AA='stats=on;models=%S/Inputs/checks.models' %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,function(sroa),cgscc(inline),function(gvn,simplifycfg<sink-common-insts>,instcombine<no-verify-fixpoint>,gvn),deadargelim,check<amorph-alias>' -disable-output %s 2>&1 | FileCheck %s
; Outlining makes functions with other arguments, so it ends the answers; the check asks for new ones.
; RUN: env AMORPH_AA='stats=on;models=%S/Inputs/checks.models' %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,loop-simplify,loop-extract,check<amorph-alias>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OUTLINED
; CHECK-DAG: amorph-alias: 11 checks hold, 0 fail
; CHECK-DAG: amorph-aa: 1 solution in
; OUTLINED: amorph-alias: 11 checks hold, 0 fail
; The local table is replaced by the constant:
; RUN: %opt -passes='instcombine<no-verify-fixpoint>' -S %s | FileCheck %s --check-prefix=GONE
; GONE-LABEL: define i64 @replaced
; GONE-NOT: alloca
; GONE: ret
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
@table = constant [4 x i64] [i64 1, i64 2, i64 3, i64 4]
@other = internal constant [4 x i64] [i64 1, i64 2, i64 3, i64 5]
@a = internal global i64 0
@b = internal global i64 0
@c = internal global ptr null
@escaped = global ptr null
declare void @amorph_noalias_sized(ptr nocapture readonly, i64, ptr nocapture readonly, i64) memory(argmem: read) nounwind
declare void @amorph_mayalias_sized(ptr nocapture readonly, i64, ptr nocapture readonly, i64) memory(argmem: read) nounwind
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @outside()

; A local copy that is only read becomes the constant itself.
define i64 @replaced(i64 %k) {
  %local = alloca [4 x i64]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @table, i64 32, i1 false)
  %p = getelementptr [4 x i64], ptr %local, i64 0, i64 %k
  %q = getelementptr [4 x i64], ptr @other, i64 0, i64 %k
  call void @amorph_noalias_sized(ptr %p, i64 8, ptr %q, i64 8)
  call void @amorph_noalias_sized(ptr %p, i64 8, ptr @a, i64 8)
  %v = load i64, ptr %p
  ret i64 %v
}

define internal ptr @pick(i1 %d) noinline {
  %p = select i1 %d, ptr @a, ptr @b
  store ptr %p, ptr @c
  ret ptr %p
}
define internal ptr @wrap(i1 %d, i64 %unused) {
  %p = call ptr @pick(i1 %d)
  ret ptr %p
}
; Inlining makes a new call of @pick here.
define i64 @call(i1 %d) {
  %p = call ptr @wrap(i1 %d, i64 1)
  call void @amorph_mayalias_sized(ptr %p, i64 8, ptr @a, i64 8)
  call void @amorph_mayalias_sized(ptr %p, i64 8, ptr @b, i64 8)
  call void @amorph_noalias_sized(ptr %p, i64 8, ptr @c, i64 8)
  call void @amorph_noalias_sized(ptr %p, i64 8, ptr @escaped, i64 8)
  %v = load i64, ptr %p
  ret i64 %v
}

define internal ptr @get(ptr %from) {
  %p = load ptr, ptr %from
  ret ptr %p
}
define internal ptr @ask() {
  %p = call ptr @outside()
  ret ptr %p
}
; New loads: from memory that the module knows, and from what unknown code may write; a new call of unknown code.
define i64 @load() {
  %p = call ptr @get(ptr @c)
  call void @amorph_mayalias_sized(ptr %p, i64 8, ptr @a, i64 8)
  %q = call ptr @get(ptr @escaped)
  call void @amorph_mayalias_sized(ptr %q, i64 8, ptr @escaped, i64 8)
  %r = call ptr @ask()
  call void @amorph_mayalias_sized(ptr %r, i64 8, ptr @table, i64 8)
  call void @amorph_mayalias_sized(ptr %r, i64 8, ptr %q, i64 8)
  call void @amorph_noalias_sized(ptr %r, i64 8, ptr @a, i64 8)
  %v = load i64, ptr %p
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %next = add i64 %k, %v
  %last = icmp ugt i64 %next, 100
  br i1 %last, label %done, label %loop
done:
  ret i64 %next
}
