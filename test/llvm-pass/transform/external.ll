; A definition that is only available for inlining may not exist anywhere else: it must not get its first reference.
; RUN: %opt -passes='amorph-promote-calls<incomplete=on>,verify' -pass-remarks-missed=amorph-promote-calls -S %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; REMARK: indirect call not promoted to go: Function may not be defined elsewhere
@hook = external global ptr
define available_externally void @go(ptr %p) {
  store i32 5, ptr %p
  ret void
}
; CHECK-LABEL: define void @call(
; CHECK-NOT: @go
; CHECK: call void %f(ptr %p)
define void @call(ptr %p) {
  %f = load ptr, ptr @hook
  call void %f(ptr %p)
  ret void
}
