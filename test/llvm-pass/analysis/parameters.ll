; Parameters and what is said about bad ones: one line that names what was expected.
; RUN: not %opt -passes='amorph-pta<color=red>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: amorph-pta: unknown parameter 'color', expected backend, device, threads, memory-limit, world, preset, calls, files, allocators, layers, types, bounds, vtables, integers, fields, field-limit, array-limit, heap-types, wrappers, contexts, heap-contexts, context-budget, call-limit, solve, models, json, dot, constraints or stats
; UNKNOWN-NEXT: unknown pass name 'amorph-pta<color=red>'
; RUN: not %opt -passes='print<amorph-pta><world=flat>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WORLD
; WORLD: amorph-pta: parameter 'world': expected open or closed, got 'flat'
; RUN: not %opt -passes='amorph-pta<threads=many>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=THREADS
; THREADS: amorph-pta: parameter 'threads': expected a number from 0 (all) to 4096, got 'many'
; RUN: not %opt -passes='amorph-pta<field-limit=0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FIELDS
; FIELDS: amorph-pta: parameter 'field-limit': expected a number from 1 to 16384, got '0'
; RUN: not %opt -passes='amorph-pta<array-limit=1025>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ARRAYS
; ARRAYS: amorph-pta: parameter 'array-limit': expected a number from 0 (none) to 1024, got '1025'
; RUN: not %opt -passes='amorph-pta<call-limit=-1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CALLS
; CALLS: amorph-pta: parameter 'call-limit': expected a number from 0 (none) to 1000000, got '-1'
; RUN: not %opt -passes='amorph-pta<contexts=4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CONTEXTS
; CONTEXTS: amorph-pta: parameter 'contexts': expected off, 1, 2, 3 or auto, got '4'
; RUN: not %opt -passes='amorph-pta<heap-contexts=2>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=HEAP
; HEAP: amorph-pta: parameter 'heap-contexts' has no effect without 'contexts'
; RUN: not %opt -passes='amorph-pta<contexts=2;context-budget=5>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BUDGET
; BUDGET: amorph-pta: parameter 'context-budget' has no effect without 'contexts' auto
; RUN: not %opt -passes='amorph-pta<wrappers=all>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WRAPPERS
; WRAPPERS: amorph-pta: parameter 'wrappers': expected off, on or constructors, got 'all'
; RUN: not %opt -passes='amorph-pta<heap-types=maybe>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TYPES
; TYPES: amorph-pta: parameter 'heap-types': expected off or on, got 'maybe'
; RUN: not %opt -passes='amorph-pta<json=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FILE
; FILE: amorph-pta: parameter 'json': expected a file name
; RUN: not %opt -passes='amorph-pta<closed>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VALUE
; VALUE: amorph-pta: expected KEY=VALUE, got 'closed'
; RUN: not %opt -passes='amorph-pta<backend=cpu;backend=cuda>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
; TWICE: amorph-pta: parameter 'backend': expected once, got it twice
; RUN: not %opt -passes='amorph-pta<models=/nowhere/x>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MODELS
; MODELS: error: amorph-pta: /nowhere/x: cannot be read as library models:
; An empty list of parameters, and each parameter once.
; RUN: %opt -passes='amorph-pta<>,amorph-pta<backend=cpu;threads=2;world=open;fields=on;field-limit=16384;array-limit=0;heap-types=on;wrappers=on;contexts=off;heap-contexts=1;context-budget=1000000;call-limit=0;solve=on;stats=off>' -disable-output %s
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
