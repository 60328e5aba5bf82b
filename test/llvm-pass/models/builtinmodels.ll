; The syntax of the built-in models. The plugin itself parses the line of a function when a module calls it.
; RUN: cat %S/../../../llvm-pass/models/*.models > %t.models
; RUN: %opt -passes='amorph-pta<models=%t.models>' -disable-output %s
; RUN: echo 'qsort: ret arg1' >> %t.models
; RUN: not %opt -passes='amorph-pta<models=%t.models>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: builtinmodels.ll.tmp.models:{{[0-9]+}}: expected '=', got 'arg1'
define void @main() {
  ret void
}
