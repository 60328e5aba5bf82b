; Vectors whose size the machine decides, alone and in arrays and structures: an access is of anything in its block.
; RUN: %opt -passes='print<amorph-pta><world=closed>' -disable-output %s | FileCheck %s
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
%pair = type { <vscale x 2 x ptr>, <vscale x 2 x ptr> }
@x = internal global i32 0
@y = internal global i32 0
@words = internal global { ptr, ptr, ptr } { ptr @x, ptr @y, ptr null }
@arrays = internal global { ptr, ptr, ptr } zeroinitializer
; CHECK: arrays -> { x, y }
; CHECK: arrays+8 -> { x, y }
; CHECK: arrays+16 -> { x, y }
; CHECK-LABEL: function main
define i32 @main() {
  %a = alloca [2 x <vscale x 2 x ptr>]
  %v = load [2 x <vscale x 2 x ptr>], ptr @words
  store [2 x <vscale x 2 x ptr>] %v, ptr %a
  %e = getelementptr [2 x <vscale x 2 x ptr>], ptr %a, i64 0, i64 1
  %w = load [1 x [2 x <vscale x 2 x ptr>]], ptr %e
  store [1 x [2 x <vscale x 2 x ptr>]] %w, ptr @arrays
; CHECK: %first -> { x, y }
  %first = load ptr, ptr %a
; CHECK: %second -> { x, y }
  %s = load %pair, ptr @words
  %half = extractvalue %pair %s, 1
  %second = extractelement <vscale x 2 x ptr> %half, i64 0
  ret i32 0
}
