; What unknown code finds by aliases, ifuncs, sections and assembly; names that only the analysis has; weak allocators.
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s --check-prefix=CLOSED
module asm ".quad by_assembly"
; CHECK-DAG: by_alias -> {{.*}}<unknown>
@by_alias = internal global ptr null
@outside = alias ptr, ptr @by_alias
; CHECK-DAG: by_section -> {{.*}}<unknown>
@by_section = internal global ptr null, section "cmds"
@llvm.compiler.used = appending global [1 x ptr] [ptr @by_section], section "llvm.metadata"
; CHECK-DAG: by_assembly -> {{.*}}<unknown>
@by_assembly = internal global ptr null
; CHECK-DAG: by_nobody -> { by_alias }
; CLOSED-DAG: by_nobody -> { by_alias }
@by_nobody = internal global ptr @by_alias
; The program's own, not the strings that main gets.
@argv = constant [2 x ptr] zeroinitializer
; CLOSED-DAG: heap -> { {{.*}}malloc@weak{{.*}} }
@heap = internal global ptr null
@resolved = ifunc ptr (ptr), ptr @resolver
@replaceable = weak alias ptr (ptr), ptr @keeps

define internal ptr @resolver() {
  ret ptr @bound
}
; Called through the ifunc by unknown code.
; CHECK-DAG: %bound.arg -> {{.*}}<unknown>
define internal ptr @bound(ptr %bound.arg) {
  %bound.same = select i1 true, ptr %bound.arg, ptr %bound.arg
  ret ptr %bound.same
}
define internal ptr @keeps(ptr %p) {
  ret ptr %p
}
define weak ptr @weak(i64 %n) {
  %m = call ptr @malloc(i64 %n)
  ret ptr %m
}
define i32 @main(i32 %argc, ptr %args) {
  %h = call ptr @weak(i64 8)
  store ptr %h, ptr @heap
  %own = load ptr, ptr @by_nobody
  ; What another definition of the alias gives.
  ; CHECK-DAG: %other -> {{.*}}<unknown>
  %other = call ptr @replaceable(ptr @argv)
  ; CLOSED-DAG: %of.main -> { <argv> }
  %of.main = select i1 true, ptr %args, ptr %args
  ret i32 0
}
declare noalias ptr @malloc(i64)
