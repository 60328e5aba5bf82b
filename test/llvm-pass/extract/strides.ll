; The factor of an index survives an extension only if the product did not wrap round.
; RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %s | FileCheck %s
@s = global [30 x { ptr, ptr, ptr }] zeroinitializer

; CHECK-LABEL: function main
define i32 @main(i32 %n) {
  %wraps = mul i32 %n, 3
  %z = zext i32 %wraps to i64
  ; CHECK: %any -> { s, s+8, s+16 }
  %any = getelementptr i64, ptr @s, i64 %z
  %fits = mul nuw i32 %n, 3
  %y = zext i32 %fits to i64
  ; CHECK: %first -> { s }
  %first = getelementptr i64, ptr @s, i64 %y
  %other = mul nsw i32 %n, 3
  %x = zext i32 %other to i64
  ; CHECK: %mixed -> { s, s+8, s+16 }
  %mixed = getelementptr i64, ptr @s, i64 %x
  %w = sext i32 %other to i64
  ; CHECK: %same -> { s }
  %same = getelementptr i64, ptr @s, i64 %w
  ret i32 0
}
