; A pointer whose operand a pass replaces by one that may lie elsewhere in a word: sinking makes it select(%b, %a), where
; %b may be 4 bytes into @s, but points to no more than %a did.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='function(loop-mssa(licm),simplifycfg<sink-common-insts>,loop-mssa(licm))' -S %s | FileCheck %s
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%S = type { i32, i32, i32, i32, i32, i32, i64, i64 }
@s = internal global %S zeroinitializer, align 8
@places = internal global [4 x ptr] [ptr @s, ptr getelementptr (i8, ptr @s, i64 8), ptr @s, ptr getelementptr (i8, ptr @s, i64 8)], align 8

; The sunk store may be to the fourth number of @s: its load stays behind it.
; CHECK-LABEL: define internal i32 @sum
; CHECK: %[[BASE:.*]] = select i1 %then, ptr %b, ptr %a
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %[[BASE]], i64 8
; CHECK: store i32 %{{.*}}, ptr %[[AT]]
; CHECK-NEXT: load i32, ptr getelementptr (i8, ptr @s, i64 12)
define internal i32 @sum(ptr %conditions, ptr %choices, i64 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %sum = phi i32 [ 0, %entry ], [ %total, %join ]
  %conditionAt = getelementptr i8, ptr %conditions, i64 %i
  %condition = load volatile i8, ptr %conditionAt
  %choiceAt = getelementptr i8, ptr %choices, i64 %i
  %choice = load i8, ptr %choiceAt
  %chosen = icmp ne i8 %choice, 0
  %b = select i1 %chosen, ptr @s, ptr getelementptr (i8, ptr @s, i64 4)
  %place = getelementptr ptr, ptr @places, i64 %i
  %a = load ptr, ptr %place
  %then = icmp eq i8 %condition, 0
  br i1 %then, label %one, label %other
one:
  %p = getelementptr i8, ptr %b, i64 8
  store i32 100, ptr %p
  br label %join
other:
  %q = getelementptr i8, ptr %a, i64 8
  store i32 200, ptr %q
  br label %join
join:
  %v = load i32, ptr getelementptr (i8, ptr @s, i64 12)
  %total = add i32 %sum, %v
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %total
}
define i32 @main(i32 %argc, ptr %argv) {
  %bytes = alloca [4 x i8]
  %n = zext i32 %argc to i64
  %r = call i32 @sum(ptr %bytes, ptr %bytes, i64 %n)
  ret i32 %r
}
