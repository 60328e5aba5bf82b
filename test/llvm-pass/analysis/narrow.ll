; A target with other words is refused by each pass that needs the sets; the alias analysis says that it has no answers.
; RUN: not %opt -passes='print<amorph-pta>' -disable-output %s 2>&1 | FileCheck %s --match-full-lines
; RUN: not %opt -passes='print<amorph-callgraph>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CALLS
; RUN: %opt -aa-pipeline=amorph-aa -passes=gvn -disable-output %s 2>&1 | FileCheck %s --check-prefix=ALIAS
; CHECK: error: amorph-pta: {{.*}}narrow.ll: expected a target with pointers of 64 bits, found 'i386-pc-linux-gnu' with pointers of 32
; CALLS: error: amorph-callgraph: {{.*}}narrow.ll: expected a target with pointers of 64 bits
; ALIAS: amorph-aa: {{.*}}narrow.ll: expected a target with pointers of 64 bits, found 'i386-pc-linux-gnu' with pointers of 32; it gives no answers
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
@x = global i32 0
define i32 @main(ptr %p) {
  store i32 1, ptr @x
  store i32 2, ptr %p
  %v = load i32, ptr @x
  ret i32 %v
}
