; Bad parameters end in one line and leave no file; a module without functions has no calls.
; RUN: not %opt -passes='print<amorph-callgraph><svg=x>' -disable-output %s 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: print<amorph-callgraph>: unknown parameter 'svg=x' (expected dot=FILE or json=FILE)
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.absent/calls.dot>' -disable-output %s 2>&1 | FileCheck --check-prefix=FILE %s
; FILE: error: amorph-callgraph: {{.*}}calls.dot
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.a;dot=%t.b>' -disable-output %s 2>&1 | FileCheck --check-prefix=TWICE %s
; TWICE: print<amorph-callgraph>: parameter 'dot': expected once, got it twice
; Two outputs of one file, by one name or by two: the second would replace the first.
; RUN: rm -rf %t.d && mkdir %t.d && ln -s %t.d %t.d/link
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.d/x;json=%t.d/x>' -disable-output %s 2>&1 | FileCheck --check-prefix=SAME %s
; RUN: not %opt -passes='print<amorph-callgraph><dot=%t.d/x;json=%t.d/link/x>' -disable-output %s 2>&1 | FileCheck --check-prefix=SAME %s
; RUN: not %opt -passes='amorph-pta<json=%t.d/x;dot=%t.d/./x>' -disable-output %s 2>&1 | FileCheck --check-prefix=SAME %s
; RUN: not %opt -passes='print<amorph-callgraph><dot=-;json=->' -disable-output %s 2>&1 | FileCheck --check-prefix=SAME %s
; RUN: touch %t.d/models && not %opt -passes='amorph-pta<models=%t.d/models;json=%t.d/models>' -disable-output %s 2>&1 | FileCheck --check-prefix=SAME %s
; RUN: not ls %t.d/x
; RUN: %opt -passes='print<amorph-callgraph><dot=/dev/null;json=/dev/null>' -disable-output %s | FileCheck %s
; SAME: {{print<amorph-callgraph>|amorph-pta}}{{.*}}: parameter '{{json|dot}}': expected another file than '{{dot|json|models}}', got '{{.*}}' for both
; RUN: %opt -passes='print<amorph-callgraph>' -disable-output %s | FileCheck %s
; CHECK: 0 indirect calls, 0 targets, 0 calls may reach unknown code
@g = global i32 0
