; Instructions that move pointers without memory.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
@a = global i32 0
@b = global i32 0
@c = global i32 0
@s = global { ptr, ptr } zeroinitializer
@packed = global [16 x ptr] zeroinitializer

; CHECK-LABEL: function moves
define void @moves(i1 %k, i64 %n) {
entry:
  ; CHECK: %sel -> { a, b }
  %sel = select i1 %k, ptr @a, ptr @b
  br label %loop
loop:
  ; A phi whose value goes round the loop.
  ; CHECK: %phi -> { a, b, c }
  %phi = phi ptr [ %sel, %entry ], [ %next, %loop ]
  ; CHECK: %next -> { a, b, c }
  %next = select i1 %k, ptr %phi, ptr @c
  br i1 %k, label %loop, label %out
out:
  ; CHECK: %frozen -> { a, b, c }
  %frozen = freeze ptr %phi
  ; CHECK: %far -> { a, b }
  %far.1 = addrspacecast ptr %sel to ptr addrspace(1)
  %far = addrspacecast ptr addrspace(1) %far.1 to ptr
  ; Null points to nothing.
  ; CHECK: %null -> {}
  %null = select i1 %k, ptr null, ptr null
  ; An absolute address is no object of the program.
  ; CHECK: %absolute -> {}
  %absolute = inttoptr i64 4096 to ptr
  ret void
}

; CHECK-LABEL: function integers
define void @integers(i64 %n, i1 %k) {
  %i = ptrtoint ptr getelementptr ({ ptr, ptr }, ptr @s, i64 0, i32 1) to i64
  ; A constant added moves by fields.
  %minus = sub i64 %i, 8
  ; CHECK: %first -> { s }
  %first = inttoptr i64 %minus to ptr
  ; Low bits are a tag.
  %tagged = or i64 %i, 3
  %clean = and i64 %tagged, -8
  ; CHECK: %untagged -> { s+8 }
  %untagged = inttoptr i64 %clean to ptr
  ; Any other arithmetic may lead anywhere in the block.
  %mixed = xor i64 %i, %n
  ; CHECK: %anywhere -> { s, s+8 }
  %anywhere = inttoptr i64 %mixed to ptr
  %sum = add i64 %n, %i
  ; CHECK: %indexed -> { s, s+8 }
  %indexed = inttoptr i64 %sum to ptr
  ; So may the bits that a mask cuts out, and the difference of two pointers: see arithmetic.ll.
  %low = and i64 %i, 7
  ; CHECK: %bits -> { s, s+8 }
  %bits = inttoptr i64 %low to ptr
  %j = ptrtoint ptr @a to i64
  %distance = sub i64 %i, %j
  ; CHECK: %offset -> { a, s, s+8 }
  %offset = inttoptr i64 %distance to ptr
  %either = select i1 %k, i64 %i, i64 %j
  %wide = zext i64 %either to i128
  %back = trunc i128 %wide to i64
  ; CHECK: %wider -> { a, s+8 }
  %wider = inttoptr i64 %back to ptr
  %as.double = bitcast i64 %j to double
  %as.long = bitcast double %as.double to i64
  ; CHECK: %bitcast -> { a }
  %bitcast = inttoptr i64 %as.long to ptr
  ret void
}

; A vector is one variable: each element may be any of the others.
; CHECK-LABEL: function vectors
define ptr @vectors(i64 %n, <2 x i64> %idx) {
  %v0 = insertelement <2 x ptr> poison, ptr @a, i64 0
  ; CHECK: %v1 -> { a, b }
  %v1 = insertelement <2 x ptr> %v0, ptr @b, i64 1
  %w = shufflevector <2 x ptr> %v1, <2 x ptr> <ptr @c, ptr @c>, <2 x i32> <i32 0, i32 2>
  ; CHECK: %e -> { a, b, c }
  %e = extractelement <2 x ptr> %w, i64 %n
  store <2 x ptr> %v1, ptr @s
  ; Both words are read back.
  ; CHECK: %l -> { a, b }
  %l = load <2 x ptr>, ptr @s
  ; CHECK: %g -> { packed }
  %g = getelementptr ptr, ptr @packed, <2 x i64> %idx
  call void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr> %v1, <2 x ptr> %g, i32 8, <2 x i1> <i1 1, i1 1>)
  ; CHECK: %m -> { a, b }
  %m = call <2 x ptr> @llvm.masked.gather.v2p0.v2p0(<2 x ptr> %g, i32 8, <2 x i1> <i1 1, i1 1>, <2 x ptr> poison)
  ret ptr %e
}
declare void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr>, <2 x ptr>, i32, <2 x i1>)
declare <2 x ptr> @llvm.masked.gather.v2p0.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x ptr>)

; So is a first-class aggregate.
; CHECK-LABEL: function aggregates
define { ptr, ptr } @aggregates() {
  %x = insertvalue { ptr, ptr } undef, ptr @a, 0
  %y = insertvalue { ptr, ptr } %x, ptr @b, 1
  ; CHECK: %z -> { a, b }
  %z = extractvalue { ptr, ptr } %y, 1
  ret { ptr, ptr } %y
}

; What is never executed has no sets: %self would define itself.
; CHECK-NOT: %self
define void @unreachable() {
  ret void
dead:
  %self = getelementptr i8, ptr %self, i64 1
  br label %dead
}

define i32 @main() {
  ret i32 0
}
