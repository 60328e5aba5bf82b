; Passes that set operands, and the questions of those after them: an index's arithmetic is changed in place while the
; address, its name and its operands stay what they were. An answer from before (the second field or the third, never
; the seventh, then) would forward the load.
; RUN: %opt -aa-pipeline=amorph-aa -passes='function(early-cse<memssa>,simplifycfg<sink-common-insts>,gvn)' -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='function(early-cse<memssa>,dse,simplifycfg<sink-common-insts>,early-cse<memssa>,instcombine,gvn,dse)' -S %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='function(gvn)' -S %s | FileCheck --check-prefix=APART %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%eight = type { i64, i64, i64, i64, i64, i64, i64, i64 }
@s = internal global %eight zeroinitializer

; CHECK-LABEL: define i64 @sunk
; CHECK: store i64 7
; CHECK: load i64, ptr getelementptr {{.*}}48)
; CHECK: ret
define i64 @sunk(i1 %c, i1 %d) {
  %x = load i64, ptr getelementptr (i8, ptr @s, i64 48)
  br i1 %c, label %left, label %right
left:
  %k = select i1 %d, i64 8, i64 48
  %p = getelementptr i8, ptr @s, i64 %k
  store i64 7, ptr %p
  br label %end
right:
  %l = select i1 %d, i64 8, i64 16
  %q = getelementptr i8, ptr @s, i64 %l
  store i64 7, ptr %q
  br label %end
end:
  %y = load i64, ptr getelementptr (i8, ptr @s, i64 48)
  %sum = sub i64 %y, %x
  ret i64 %sum
}

; The answer that must not be kept, where it is true.
; APART-LABEL: define i64 @apart
; APART: ret i64 0
define i64 @apart(i1 %d) {
  %x = load i64, ptr getelementptr (i8, ptr @s, i64 48)
  %k = select i1 %d, i64 8, i64 16
  %p = getelementptr i8, ptr @s, i64 %k
  store i64 7, ptr %p
  %y = load i64, ptr getelementptr (i8, ptr @s, i64 48)
  %sum = sub i64 %y, %x
  ret i64 %sum
}
