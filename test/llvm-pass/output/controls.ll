; Control characters of names do not reach the terminal.
; RUN: %pta < %s > %t && FileCheck %s < %t
; RUN: %opt -passes='print<amorph-callgraph>' -disable-output %s | FileCheck %s --check-prefix=CALLS
; RUN: %opt -passes='amorph-pta<dot=-;preset=strict>,print<amorph-callgraph><dot=->' -disable-output %s > %t.dot
; RUN: grep -q 'b?\[2Jb' %t.dot
; RUN: bash -c "! grep -P '[\x00-\x08\x0b-\x1f\x7f]' %t.dot"
; CHECK: b?[2Jb -> { a?x }
; CHECK: function f?x
; CALLS: f?x:{{.*}}g?x
@"a\0Ax" = internal global i32 0
@"b\1B[2Jb" = global ptr @"a\0Ax"
@table = global ptr @"g\0Ax"
define void @"g\0Ax"() { ret void }
define void @"f\0Ax"() {
  %p = load ptr, ptr @table
  call void %p()
  ret void
}
