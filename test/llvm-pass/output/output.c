// The files: JSON, DOT, constraints. Whole or not at all.
// RUN: rm -rf %t && mkdir %t && %mem2reg -o %t/in.bc
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;json=%t/o.json;dot=%t/o.dot;constraints=%t/o.pta;stats=on>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s --check-prefix=JSON < %t/o.json
// RUN: %python -m json.tool %t/o.json
// RUN: FileCheck %s --check-prefix=DOT < %t/o.dot
// RUN: FileCheck %s --check-prefix=DUMP < %t/o.pta
// Nothing is left where a file cannot be written.
// RUN: not %opt -passes='amorph-pta<preset=strict;json=%t/none/o.json>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not ls %t/none
// What is no regular file stays what it is: pipes and devices are written in place, links lead to their target.
// RUN: mkfifo %t/pipe && echo > %t/o2.json && ln -s o2.json %t/link && ln -s /dev/null %t/null
// RUN: bash -c "timeout 20 cat %t/pipe > %t/piped & %opt -passes='amorph-pta<preset=strict;world=closed;dot=%t/pipe;json=%t/link;constraints=%t/null>' -disable-output %t/in.bc && wait $!"
// RUN: bash -c "test -p %t/pipe && test -L %t/link && test -L %t/null && grep -q pointers %t/o2.json"
// RUN: FileCheck %s --check-prefix=DOT < %t/piped
// RUN: bash -c "timeout 20 cat %t/pipe > %t/pairs & %opt -aa-pipeline=amorph-aa -passes='check<amorph-alias><pairs=%t/pipe>' -disable-output %t/in.bc && wait $! && test -p %t/pipe"
// RUN: %opt -passes='amorph-pta<preset=strict;json=->' -disable-output %t/in.bc | grep -q '"pointers"'
// Two outputs are two files; and a check of another alias analysis is no check.
// RUN: not %opt -passes='amorph-pta<preset=strict;json=%t/o;dot=%t/o>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %opt -aa-pipeline=basic-aa -passes='check<amorph-alias>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=NOAA
// TWICE: parameter 'dot': expected another file than 'json'
// The module's file is no output, by whatever name.
// RUN: cp %t/in.bc %t/kept.bc && ln -s in.bc %t/alias.bc
// RUN: not %opt -passes='amorph-pta<preset=strict;json=%t/alias.bc>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not %opt -passes='print<amorph-callgraph><dot=%t/in.bc>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: bash -c '! %opt -passes="amorph-pta<json=%t/in.bc>" -disable-output < %t/in.bc 2> %t/err' && FileCheck %s --check-prefix=STDIN < %t/err
// RUN: cmp %t/in.bc %t/kept.bc
// STDIN: error: amorph-pta: {{.*}}in.bc: cannot write: it is an input
// INPUT: error: amorph-{{pta|callgraph}}: {{.*}}.bc: cannot write: it is an input
// NOAA: amorph-alias: expected amorph-aa in -aa-pipeline
// The same twice, byte for byte, but for the times.
// RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %t/in.bc > %t/1 && %opt -passes='print<amorph-pta><preset=strict;threads=1>' -disable-output %t/in.bc > %t/2 && cmp %t/1 %t/2
int a;
int *g = &a;
int main(void) { int **p = &g; return **p; }
// STATS: amorph-pta: {{[0-9]+}} variables, {{[0-9]+}} objects, {{[0-9]+}} constraints, extracted in {{.*}} rounds, {{[0-9]+}} facts
// JSON: "world": "closed"
// JSON: "backend": "cpu"
// JSON: "name": "a",
// JSON-NEXT: "kind": "global"
// JSON: "name": "g",
// JSON: "pointers"
// JSON-NEXT: {
// JSON-NEXT: "name": "g",
// JSON-NEXT: "location": "output.c:[[#]]"
// JSON-NEXT: "points_to": [{{[0-9]+}}]
// DOT: digraph
// DOT: [label="g"];
// DOT: [label="a"];
// DOT: o{{[0-9]+}} -> o{{[0-9]+}};
// DUMP: amorph-constraints 1
// DUMP: names
// NOFILE: error: amorph-pta: {{.*}}o.json: cannot write: {{.*}}
