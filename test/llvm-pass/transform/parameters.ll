; Wrong parameters: one line that says what was expected.
; RUN: not %opt -passes='amorph-promote-calls<targets=0>' -disable-output %s 2>&1 | FileCheck --check-prefix=RANGE %s
; RANGE: amorph-promote-calls: parameter 'targets': expected a number from 1 to 16, got '0'
; RUN: not %opt -passes='amorph-promote-calls<incomplete=maybe>' -disable-output %s 2>&1 | FileCheck --check-prefix=SWITCH %s
; SWITCH: amorph-promote-calls: parameter 'incomplete': expected off or on, got 'maybe'
; RUN: not %opt -passes='amorph-promote-calls<targets=2;targets=3>' -disable-output %s 2>&1 | FileCheck --check-prefix=TWICE %s
; TWICE: amorph-promote-calls: parameter 'targets': expected once, got it twice
; RUN: not %opt -passes='amorph-promote-calls<json=-;world=closed>' -disable-output %s 2>&1 | FileCheck --check-prefix=FILE %s
; FILE: amorph-promote-calls: expected no file to write; amorph-pta<...> writes files
; RUN: not %opt -passes='amorph-annotate<world=half>' -disable-output %s 2>&1 | FileCheck --check-prefix=WORLD %s
; WORLD: amorph-annotate: {{.*}}'world'
; RUN: not %opt -passes='amorph-annotate<scopes=1001>' -disable-output %s 2>&1 | FileCheck --check-prefix=SCOPES %s
; SCOPES: amorph-annotate: parameter 'scopes': expected a number from 0 to 1000, got '1001'
; The world of an amorph-pta before it, and its own: f is the last resort of unknown code, and the one target without.
; RUN: %opt -passes='amorph-pta<world=closed>,amorph-promote-calls' -S %s | FileCheck --check-prefix=CLOSED %s
; RUN: %opt -passes='amorph-promote-calls<world=closed>' -S %s | FileCheck --check-prefix=CLOSED %s
; RUN: %opt -passes='amorph-pta<world=closed>,amorph-promote-calls<world=open>' -S %s | FileCheck --check-prefix=OPEN %s
; CLOSED: call void @f()
; OPEN: call void %p()
; Without sets nothing changes, and memory that does not suffice is no error.
; RUN: %opt -passes='amorph-promote-calls<solve=off>' -S %s | FileCheck --check-prefix=OPEN %s
; RUN: %opt -passes='amorph-promote-calls<memory-limit=1;world=closed>,amorph-annotate<memory-limit=1>' -disable-output %s 2>&1 | FileCheck --check-prefix=MEMORY %s
; MEMORY: amorph-promote-calls: {{.*}}; no call is promoted
; MEMORY-NEXT: amorph-annotate: {{.*}}; nothing is annotated
@p = global ptr @f
define internal void @f() {
  ret void
}
define void @main() {
  %p = load ptr, ptr @p
  call void %p()
  ret void
}
