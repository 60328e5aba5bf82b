; An index that is one of a few constants leads to those slots and no others.
; RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %s | FileCheck %s
%struct.four = type { ptr, ptr, ptr, ptr }
@a = internal global i8 0
@b = internal global i8 0
@c = internal global i8 0
@d = internal global i8 0

define void @main(i1 %which, i1 %other) {
  %s = alloca %struct.four
  %at8 = getelementptr i8, ptr %s, i64 8
  %at16 = getelementptr i8, ptr %s, i64 16
  %at24 = getelementptr i8, ptr %s, i64 24
  store ptr @a, ptr %s
  store ptr @b, ptr %at8
  store ptr @c, ptr %at16
  store ptr @d, ptr %at24
  br i1 %which, label %left, label %right
left:
  br label %right
right:
  %n = phi i64 [ 8, %0 ], [ 24, %left ]
  %k = select i1 %other, i32 0, i32 16
  %wide = zext i32 %k to i64
  ; CHECK: %by_phi -> { main::%s+8, main::%s+24 }
  %by_phi = getelementptr i8, ptr %s, i64 %n
  ; CHECK: %by_select -> { main::%s, main::%s+16 }
  %by_select = getelementptr i8, ptr %s, i64 %wide
  ; CHECK: %p -> { b, d }
  %p = load ptr, ptr %by_phi
  ; CHECK: %q -> { a, c }
  %q = load ptr, ptr %by_select
  ; One that is computed leads anywhere.
  ; CHECK: %by_loop -> { main::%s, main::%s+8, main::%s+16, main::%s+24 }
  br label %loop
loop:
  %i = phi i64 [ 8, %right ], [ %next, %loop ]
  %by_loop = getelementptr i8, ptr %s, i64 %i
  store ptr null, ptr %by_loop
  %next = add i64 %i, 8
  br i1 %which, label %loop, label %end
end:
  ret void
}
