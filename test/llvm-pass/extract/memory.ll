; Memory: copies of blocks, atomics, wide and narrow accesses, byval.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
%three = type { ptr, ptr, ptr }
@a = global i32 0
@b = global i32 0
@c = global i32 0
@from = global %three { ptr @a, ptr @b, ptr @c }
@all = global %three zeroinitializer
@two = global %three zeroinitializer
@shifted = global %three zeroinitializer
@some = global %three zeroinitializer
@array = global [8 x %three] zeroinitializer
@text = private constant [16 x i8] c"0123456789abcdef"
@cell = global ptr null
@count = global i64 0
@words = global %three zeroinitializer

; A copy of known length goes word by word, also to another place and from a part.
; CHECK:      all -> { a }
; CHECK-NEXT: all+8 -> { b }
; CHECK-NEXT: all+16 -> { c }
; CHECK-NEXT: two -> { a }
; CHECK-NEXT: two+8 -> { b }
; CHECK-NEXT: shifted+8 -> { a }
; CHECK-NEXT: shifted+16 -> { b }
; Of unknown length: any word to any word.
; CHECK-NEXT: some -> { a, b, c }
; CHECK-NEXT: some+8 -> { a, b, c }
; CHECK-NEXT: some+16 -> { a, b, c }
; A multiple of the element's size: field by field.
; CHECK-NEXT: array -> { a }
; CHECK-NEXT: array+8 -> { b }
; CHECK-NEXT: array+16 -> { c }
; CHECK-NEXT: cell -> { a, b, c }
; CHECK-NEXT: words -> { a }
; CHECK-NEXT: words+8 -> { b }
define i32 @main(i64 %n, ptr %argv) {
  call void @llvm.memcpy.p0.p0.i64(ptr @all, ptr @from, i64 24, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr @two, ptr @from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr getelementptr (%three, ptr @shifted, i64 0, i32 1), ptr @from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @some, ptr @from, i64 %n, i1 false)
  %bytes = mul i64 %n, 24
  call void @llvm.memcpy.p0.p0.i64(ptr @array, ptr @from, i64 %bytes, i1 false)
  ; Text and zeros bring no pointers.
  call void @llvm.memcpy.p0.p0.i64(ptr @cell, ptr @text, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr @cell, i8 0, i64 8, i1 false)
  ; Atomics: what is exchanged is there afterwards.
  %x = cmpxchg ptr @cell, ptr null, ptr @a seq_cst seq_cst
  %y = atomicrmw xchg ptr @cell, ptr @b seq_cst
  store atomic ptr @c, ptr @cell release, align 8
  ; CHECK: %y -> { a, b, c }
  ; CHECK: %z -> { a, b, c }
  %z = extractvalue { ptr, i1 } %x, 0
  %old = atomicrmw add ptr @count, i64 1 seq_cst
  ; Two words in one access, as integers: unions and copies of structs are compiled to these.
  %pair = load i128, ptr @from
  %low = trunc i128 %pair to i64
  %first = load i64, ptr @from
  store i64 %first, ptr @words
  %second = load i64, ptr getelementptr (%three, ptr @from, i64 0, i32 1), align 8
  store i64 %second, ptr getelementptr (%three, ptr @words, i64 0, i32 1), align 8
  ; CHECK: %p -> { a, b }
  %p = inttoptr i64 %low to ptr
  ; Four bytes may be half a pointer.
  %half = load i32, ptr @from
  %wide = zext i32 %half to i64
  ; CHECK: %q -> { a }
  %q = inttoptr i64 %wide to ptr
  call void @takes(ptr byval(%three) @from)
  ret i32 0
}

; The callee has its own copy: it points there and not to the caller's, and what it stores stays in it.
; CHECK-LABEL: function takes
define internal void @takes(ptr byval(%three) %s) {
  ; CHECK: %s -> { takes::%s }
  ; CHECK: %v -> { a }
  %v = load ptr, ptr %s
  ; CHECK: %f -> { takes::%s+8 }
  %f = getelementptr %three, ptr %s, i64 0, i32 1
  store ptr null, ptr %f
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
