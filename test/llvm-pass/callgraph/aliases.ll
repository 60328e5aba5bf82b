; A call of an alias that may be bound to something else is one more call whose targets are asked for; a call of any
; other alias is a direct call. A weak definition may give way to another.
; RUN: %opt -passes='print<amorph-callgraph><dot=%t.dot>' -disable-output %s | FileCheck %s
; RUN: FileCheck --check-prefix=DOT %s < %t.dot
; CHECK: interposed: {{(.*, )?}}target{{(,.*)?}}, <unknown code>
; CHECK-NEXT: 1 indirect calls, {{.*}}, 1 calls may reach unknown code
; DOT-DAG: "fixed" -> "target";
; DOT-DAG: "interposed" -> "target" [style=dashed];
; DOT-DAG: "interposed" -> "<unknown code>" [style=dashed];
; DOT-DAG: "replaced" -> "weakly";
; DOT-DAG: "replaced" -> "<unknown code>" [style=dashed];
@open = weak alias void (), ptr @target
@here = internal alias void (), ptr @target

define internal void @target() {
  ret void
}
define void @fixed() {
  call void @here()
  ret void
}
define void @interposed() {
  call void @open()
  ret void
}
define weak void @weakly() {
  ret void
}
define void @replaced() {
  call void @weakly()
  ret void
}
