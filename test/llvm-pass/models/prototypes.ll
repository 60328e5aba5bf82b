; A built-in model needs the library's prototype and a call of a builtin; any other function of the name is unknown code.
; RUN: %open %s | FileCheck %s
; RUN: echo 'connect bind valloc mkdir: none' > %t.models
; RUN: %opt -passes='print<amorph-pta><preset=strict;models=%t.models>' -disable-output %s | FileCheck --check-prefix=USER %s
@a = internal global i32 0
@own = internal global ptr @a
@other_call = internal global ptr @a
@library = internal global ptr @a
@unprototyped = internal global ptr @a
@own_unprototyped = internal global ptr @a
@not_builtin = internal global ptr @a
@in_freestanding = internal global ptr @a
@fewer = internal global ptr @a
@variable_arguments = internal global ptr @a
@through_pointer = internal global ptr @a
@UP = external global i64
; CHECK: own -> { <unknown>
; CHECK: other_call -> { <unknown>
; CHECK: library -> { a }
; CHECK: unprototyped -> { a }
; CHECK: own_unprototyped -> { <unknown>
; CHECK: not_builtin -> { <unknown>
; CHECK: in_freestanding -> { <unknown>
; CHECK: fewer -> { <unknown>
; CHECK: variable_arguments -> { <unknown>
; CHECK: through_pointer -> { <unknown>
; USER: own -> { a }
; USER: other_call -> { a }
; USER: not_builtin -> { a }
declare void @connect(ptr, ptr)
declare i32 @bind(i32, ptr, i32)
declare i32 @accept(...)
declare i32 @listen(...)
declare i32 @mkdir(ptr, i32)
declare i32 @rmdir(ptr)
declare i32 @link(ptr)
declare i32 @unlink(ptr, ...)
declare ptr @valloc(ptr)
declare i32 @select(ptr)

define void @main() {
  call void @connect(ptr @own, ptr @a)
  call i32 @bind(ptr @other_call, ptr @a)
  call i32 @bind(i32 0, ptr @library, i32 8)
  call i32 @accept(i32 0, ptr @unprototyped, ptr null)
  call i32 @listen(ptr @own_unprototyped, i32 1)
  call i32 @mkdir(ptr @not_builtin, i32 0) nobuiltin
  call i32 @link(ptr @fewer)
  call i32 (ptr, ...) @unlink(ptr @variable_arguments)
  %pointer = select i1 true, ptr @select, ptr null
  call i32 %pointer(ptr @through_pointer)
  %cell = call ptr @valloc(ptr @own)
  ret void
}

define void @freestanding() "no-builtins" {
  call i32 @rmdir(ptr @in_freestanding)
  ret void
}
; CHECK: cell -> { <unknown>
