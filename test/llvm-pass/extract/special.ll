; What is met rarely: callbr, invoke and resume, indirectbr, va_arg, varargs by pointer, trampolines, token types,
; intrinsics that hand pointers through, memory intrinsics of vectors.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
@a = global i32 0
@b = global i32 0
@g = global ptr null
@ti = external constant ptr
@tls = thread_local global ptr @a

; CHECK-LABEL: function through
define void @through(ptr %p0, i64 %n) {
  %p = call ptr @llvm.launder.invariant.group.p0(ptr @a)
  ; CHECK: %q -> { a }
  %q = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  ; CHECK: %t -> { tls }
  %t = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  ; CHECK: %v -> { a }
  %v = load ptr, ptr %t
  ; CHECK: %m -> { a }
  %m = call ptr @llvm.ptrmask.p0.i64(ptr @a, i64 -8)
  %i = ptrtoint ptr @a to i64
  %j = ptrtoint ptr @b to i64
  %x = call i64 @llvm.umax.i64(i64 %i, i64 %j)
  ; CHECK: %y -> { a, b }
  %y = inttoptr i64 %x to ptr
  ; CHECK: %asm -> { b }
  %asm = call ptr asm "", "=r,0"(ptr @b)
  ret void
}

; What is thrown in one function is caught in another.
; CHECK-LABEL: function catcher
define i32 @catcher() personality ptr @__gxx_personality_v0 {
  invoke void @thrower() to label %fine unwind label %pad
fine:
  ret i32 0
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ; CHECK: %e -> { {{.*}}__cxa_allocate_exception@thrower{{.*}} }
  %e = extractvalue { ptr, i32 } %l, 0
  %o = call ptr @__cxa_begin_catch(ptr %e)
  ; CHECK: %held -> { a }
  %held = load ptr, ptr %o
  resume { ptr, i32 } %l
}
define void @thrower() {
  %e = call ptr @__cxa_allocate_exception(i64 8)
  store ptr @a, ptr %e
  call void @__cxa_throw(ptr %e, ptr @ti, ptr null)
  unreachable
}

; CHECK-LABEL: function variable
define ptr @variable(ptr %list) {
  ; CHECK: %p -> { a, b }
  %p = va_arg ptr %list, ptr
  ret ptr %p
}
define ptr @starts(i32 %n, ...) {
  %list = alloca [3 x i64], align 8
  call void @llvm.va_start.p0(ptr %list)
  %r = call ptr @variable(ptr %list)
  ret ptr %r
}
define internal void @nested(ptr nest %n, ptr %p) {
  store ptr %n, ptr @g
  ret void
}
; CHECK-LABEL: function main
define i32 @main(i32 %argc) {
  %r = call ptr (i32, ...) @starts(i32 1, ptr @a, ptr @b)
  %mem = alloca [32 x i8], align 16
  call void @llvm.init.trampoline(ptr %mem, ptr @nested, ptr @b)
  ; CHECK: %fp -> { nested }
  %fp = call ptr @llvm.adjust.trampoline(ptr %mem)
  call void %fp(ptr @a)
  callbr void asm sideeffect "", "r,!i"(ptr @a) to label %next [label %other]
next:
  %to = select i1 true, ptr blockaddress(@main, %other), ptr blockaddress(@main, %last)
  indirectbr ptr %to, [label %other, label %last]
other:
  br label %last
last:
  ret i32 0
}
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
