; Parameters and what is said about bad ones: one line that names what was expected.
; RUN: not %opt -passes='amorph-pta<color=red>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: amorph-pta: unknown parameter 'color', expected backend, threads, world, fields, solve, stats, json, dot, constraints or models
; UNKNOWN-NEXT: unknown pass name 'amorph-pta<color=red>'
; RUN: not %opt -passes='print<amorph-pta><world=flat>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WORLD
; WORLD: amorph-pta: parameter 'world': expected open or closed, got 'flat'
; RUN: not %opt -passes='amorph-pta<threads=many>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=THREADS
; THREADS: amorph-pta: parameter 'threads': expected a number from 0 (all) to 4096, got 'many'
; RUN: not %opt -passes='amorph-pta<json=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FILE
; FILE: amorph-pta: parameter 'json': expected a file name
; RUN: not %opt -passes='amorph-pta<closed>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VALUE
; VALUE: amorph-pta: expected KEY=VALUE, got 'closed'
; RUN: not %opt -passes='amorph-pta<backend=cpu;backend=cuda>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
; TWICE: amorph-pta: parameter 'backend': expected once, got it twice
; RUN: not %opt -passes='amorph-pta<models=/nowhere/x>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MODELS
; MODELS: error: amorph-pta: /nowhere/x: cannot be read as library models:
; An empty list of parameters, and each parameter once.
; RUN: %opt -passes='amorph-pta<>,amorph-pta<backend=cpu;threads=2;world=open;fields=on;solve=on;stats=off>' -disable-output %s
; Two sets of parameters in one pipeline: each pass answers by its own.
; RUN: %opt -passes='print<amorph-pta><world=closed>,print<amorph-pta><world=open>' -disable-output %s | FileCheck %s --check-prefix=BOTH
; BOTH: %p -> {}
; BOTH: %p -> { <unknown>
; Not solved on request.
; RUN: %opt -passes='print<amorph-pta><solve=off>' -disable-output %s | FileCheck %s --check-prefix=UNSOLVED
; UNSOLVED: not solved
declare ptr @f()
define i32 @main() {
  %p = call ptr @f()
  ret i32 0
}
