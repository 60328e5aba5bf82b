; Another definition may be linked in the place of a weak one, in an open world: of a function, however it is called, and
; of a constant.
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s --check-prefix=CLOSED
@by_name = internal global ptr null
@by_pointer = internal global ptr null
@pointer = internal global ptr @weakly
@numbers = weak constant [2 x i64] [i64 1, i64 2]

; Whoever takes the weak function's place gets both addresses and may store into both.
; CHECK: by_name -> { <unknown>,
; CHECK: by_pointer -> { <unknown>,
; CLOSED: by_name -> {}
; CLOSED: by_pointer -> {}
define weak ptr @weakly(ptr %p) {
  ret ptr null
}
; CHECK-LABEL: function main
; CLOSED-LABEL: function main
define i32 @main() {
  %n = call ptr @weakly(ptr @by_name)
  %f = load ptr, ptr @pointer
  ; CHECK: %r -> { <unknown>,
  ; CLOSED: %r -> {}
  %r = call ptr %f(ptr @by_pointer)
  ; The constant may hold pointers elsewhere.
  %copy = alloca [2 x i64]
  ; CHECK: %copy -> { <unknown>,
  ; CLOSED-NOT: %copy -> { {{.*}}unknown
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @numbers, i64 16, i1 false)
  ; CHECK: %q -> { <unknown>,
  ; CLOSED: %q -> {}
  %q = load ptr, ptr %copy
  ret i32 0
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
