; Passes that make functions, variables and arguments: cloned and specialised functions, split variables, tables of
; constants, promoted and deleted arguments, inlining. Nothing is solved again.
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,ipsccp<func-spec>,function(gvn)' -force-specialization -funcspec-on-address -S -o %t.cloned.ll %s 2>%t.cloned.log
; RUN: FileCheck --check-prefix=CLONED %s < %t.cloned.ll
; RUN: FileCheck --check-prefix=ONCE %s < %t.cloned.log
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,globalopt,function(gvn)' -S -o %t.split.ll %s 2>%t.split.log
; RUN: FileCheck --check-prefix=SPLIT %s < %t.split.ll
; RUN: FileCheck --check-prefix=ONCE %s < %t.split.log
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,function(simplifycfg<switch-to-lookup>,gvn)' -S -o %t.table.ll %s 2>%t.table.log
; RUN: FileCheck --check-prefix=TABLE %s < %t.table.ll
; RUN: FileCheck --check-prefix=ONCE %s < %t.table.log
; RUN: env AMORPH_AA=stats=on %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,cgscc(argpromotion),deadargelim,globaldce,cgscc(inline),function(sroa,gvn)' -S -o %t.promoted.ll %s 2>%t.promoted.log
; RUN: FileCheck --check-prefix=PROMOTED %s < %t.promoted.ll
; RUN: FileCheck --check-prefix=ONCE %s < %t.promoted.log
; A body that moves to a function of its own: the sets are discarded, and there are no answers until they are computed
; again.
; RUN: %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,hotcoldsplit,function(gvn)' -hotcoldsplit-threshold=-1 -S %s | FileCheck --check-prefixes=OUTLINED,DISCARDED %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='require<amorph-aa>,hotcoldsplit,invalidate<amorph-aa>,function(gvn)' -hotcoldsplit-threshold=-1 -S %s | FileCheck --check-prefixes=OUTLINED,SOLVED %s
; ONCE: amorph-aa: 1 solution in
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@a = internal global i64 0
@b = internal global i64 0
@c = internal global i64 0
@d = internal global i64 0
@which = internal global ptr null
@pair = internal global { i64, i64 } zeroinitializer
declare void @outside(ptr)
declare void @rare() cold

; Each copy knows its arguments: one is of different variables, the other of equal ones.
; CLONED-LABEL: define i64 @different(
; CLONED: call i64 @[[DIFFERENT:both.specialized.[0-9]+]](ptr @a, ptr @b
; CLONED-LABEL: define i64 @equal(
; CLONED: call i64 @[[EQUAL:both.specialized.[0-9]+]](ptr @b, ptr @b
; CLONED-LABEL: define internal i64 @both.specialized.1(
; CLONED: store i64 1, ptr @b
; CLONED: store i64 2, ptr @b
; CLONED: ret i64 2
; CLONED-LABEL: define internal i64 @both.specialized.2(
; CLONED: store i64 1, ptr @a
; CLONED: store i64 2, ptr @b
; CLONED: ret i64 1
define internal i64 @both(ptr %p, ptr %q, i1 %more) noinline {
  store i64 1, ptr %p
  store i64 2, ptr %q
  %v = load i64, ptr %p
  br i1 %more, label %again, label %done
again:
  %w = call i64 @both(ptr %q, ptr %p, i1 false)
  br label %done
done:
  %sum = phi i64 [ %v, %0 ], [ %w, %again ]
  ret i64 %sum
}
define i64 @different() {
  %v = call i64 @both(ptr @a, ptr @b, i1 false)
  ret i64 %v
}
define i64 @equal() {
  %v = call i64 @both(ptr @b, ptr @b, i1 false)
  ret i64 %v
}

; The pair becomes two variables. Nothing is known of new ones (basic-aa knows that they differ); the others stay known.
; SPLIT-LABEL: define i64 @members(
; SPLIT: store i64 %y, ptr @a
; SPLIT: store i64 %x, ptr @b
; SPLIT-NOT: load
; SPLIT: store i64 %x, ptr @pair.0
; SPLIT: store i64 %y, ptr @pair.1
; SPLIT: load i64, ptr @pair.0
; SPLIT: ret i64
define i64 @members(i64 %x, i64 %y) {
  store i64 %y, ptr @a
  store i64 %x, ptr @b
  %u = load i64, ptr @a
  store i64 %x, ptr @pair
  store i64 %y, ptr getelementptr ({ i64, i64 }, ptr @pair, i64 0, i32 1)
  %v = load i64, ptr @pair
  %part = add i64 %v, %y
  %sum = add i64 %part, %u
  ret i64 %sum
}
define i64 @read_members() {
  %v = load i64, ptr @pair
  %w = load i64, ptr getelementptr ({ i64, i64 }, ptr @pair, i64 0, i32 1)
  %sum = add i64 %v, %w
  ret i64 %sum
}

; A pointer from the new table may be that of an old variable. What the function says besides stays known.
; TABLE: @switch.table.chosen
; TABLE-LABEL: define i64 @chosen(
; TABLE: store i64 4, ptr @a
; TABLE: store i64 9, ptr @d
; TABLE-NOT: load i64
; TABLE: load ptr
; TABLE: store i64 5
; TABLE: %[[V:.*]] = load i64, ptr @a
; TABLE: %[[SUM:.*]] = add i64 %[[V]], 4
; TABLE: ret i64 %[[SUM]]
define i64 @chosen(i32 %n) {
  store i64 4, ptr @a
  store i64 9, ptr @d
  %u = load i64, ptr @a
  switch i32 %n, label %none [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %first
    i32 3, label %third
  ]
first:
  br label %join
second:
  br label %join
third:
  br label %join
none:
  ret i64 0
join:
  %p = phi ptr [ @a, %first ], [ @b, %second ], [ @c, %third ]
  store i64 5, ptr %p
  %v = load i64, ptr @a
  %sum = add i64 %v, %u
  ret i64 %sum
}

; The argument becomes a value, its function another function; the local of the caller becomes values, too.
; PROMOTED-LABEL: define i64 @caller(
; PROMOTED: store i64 %n, ptr @a
; PROMOTED-NOT: load i64, ptr @a
; PROMOTED: ret i64
define i64 @caller(i64 %n) {
  %local = alloca i64
  store i64 %n, ptr %local
  store i64 %n, ptr @a
  %v = call i64 @add_from(ptr %local, i64 7)
  call void @write_b(ptr @b)
  %w = load i64, ptr @a
  %sum = add i64 %v, %w
  ret i64 %sum
}
define internal i64 @add_from(ptr %p, i64 %unused) {
  %v = load i64, ptr %p
  %sum = add i64 %v, 1
  ret i64 %sum
}
define internal void @write_b(ptr %p) {
  store i64 3, ptr %p
  ret void
}
; The copy of an argument by value belongs to the new function.
; PROMOTED-LABEL: define internal void @takes_copy(
; PROMOTED-SAME: ptr byval([2 x i64]) %s)
define internal void @takes_copy(ptr byval([2 x i64]) %s, i64 %unused) noinline {
  call void @outside(ptr %s)
  ret void
}
define void @gives_copy() {
  %local = alloca [2 x i64]
  call void @takes_copy(ptr byval([2 x i64]) %local, i64 3)
  ret void
}
; PROMOTED-LABEL: define i64 @caller_of_equal(
; PROMOTED: store i64 %n, ptr @a
; PROMOTED: store i64 3, ptr @a
; PROMOTED: ret i64 3
define i64 @caller_of_equal(i64 %n) {
  store i64 %n, ptr @a
  call void @write_b(ptr @a)
  %w = load i64, ptr @a
  ret i64 %w
}

; OUTLINED-LABEL: define i64 @with_cold_part(
; OUTLINED: store i64 1, ptr %local
; DISCARDED: load i64, ptr @d
; SOLVED-NOT: load i64, ptr @d
; OUTLINED: call void @with_cold_part.cold.1(ptr %local)
; OUTLINED: load i64, ptr %local
; OUTLINED: ret
define i64 @with_cold_part(i1 %c) {
entry:
  %local = alloca i64
  store i64 7, ptr @d
  store i64 1, ptr %local
  %known = load i64, ptr @d
  br i1 %c, label %cold, label %done
cold:
  call void @rare()
  store ptr %local, ptr @which
  %p = load ptr, ptr @which
  store i64 2, ptr %p
  call void @rare()
  br label %done
done:
  %v = load i64, ptr %local
  %sum = add i64 %v, %known
  ret i64 %sum
}
