; Bad parameters end in one line and leave no file; a module without functions has no calls.
; RUN: not %opt -passes='print<amorph-callgraph><svg=x>' -disable-output %s 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: print<amorph-callgraph>: unknown parameter 'svg=x' (expected dot=FILE or json=FILE)
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.absent/calls.dot>' -disable-output %s 2>&1 | FileCheck --check-prefix=FILE %s
; FILE: error: amorph-callgraph: {{.*}}calls.dot
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.a;dot=%t.b>' -disable-output %s 2>&1 | FileCheck --check-prefix=TWICE %s
; TWICE: print<amorph-callgraph>: parameter 'dot': expected once, got it twice
; RUN: %opt -passes='print<amorph-callgraph>' -disable-output %s | FileCheck %s
; CHECK: 0 indirect calls, 0 targets, 0 calls may reach unknown code
@g = global i32 0
