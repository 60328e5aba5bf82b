; Functions of two modules with the same code, but other scopes: mergefunc compares them without those.
; RUN: sed 's/NAME/one/g' %s >%t.one.ll && sed 's/NAME/two/g' %s >%t.two.ll
; RUN: %opt -passes='function(sroa),amorph-annotate<arguments=off>' %t.one.ll -o %t.one.bc
; RUN: %opt -passes='function(sroa),amorph-annotate<arguments=off>' %t.two.ll -o %t.two.bc
; RUN: %llvm-link %t.one.bc %t.two.bc -o %t.bc
; RUN: plain-opt -passes=mergefunc -S %t.bc | FileCheck %s
; A function without scopes has the attribute, too: it may inline others.
; RUN: %opt -passes='amorph-annotate' -S %t.one.ll | FileCheck --check-prefix=CALLER %s
; CALLER: define i32 @one() #[[N:[0-9]+]]
; CALLER: attributes #[[N]] = { "amorph-annotated"=
; No function is annotated twice.
; RUN: %opt -passes='amorph-annotate<stats=on>' -disable-output %t.bc 2>&1 | FileCheck --check-prefix=AGAIN %s
; AGAIN: 0 scopes in 0 functions
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@a = internal global i32 0
@b = internal global i32 0
@p = internal global [2 x ptr] [ptr @a, ptr @b]

; CHECK: define internal i32 @f(
; CHECK: ret i32 %x
; CHECK: define internal i32 @f.{{[0-9]+}}(
; CHECK: ret i32 %x
define internal i32 @f(ptr %p, ptr %q) noinline {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}
define i32 @NAME() {
  %r = call i32 @f(ptr @a, ptr @b)
  ret i32 %r
}
