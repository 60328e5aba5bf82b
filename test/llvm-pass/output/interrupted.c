// A signal while outputs are written: all of them or none, and no temporary file.
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && mkdir %t && %mem2reg -o %t/in.bc && mkdir %t/out
// RUN: bash -c 'for signal in 1 2 15; do for at in 1 2 3; do env --default-signal LD_PRELOAD=%signal_at_call SIGNAL_CALL=write SIGNAL_AT=$at SIGNAL_NUMBER=$signal %opt -passes="amorph-pta<preset=strict;json=%t/out/json;dot=%t/out/dot;constraints=%t/out/pta>" -disable-output %t/in.bc; echo $?; done; done' | FileCheck %s --check-prefix=WRITE
// RUN: ls -A %t/out | count 0
// Before the second of three renames: the signal waits for the third.
// RUN: bash -c 'env --default-signal LD_PRELOAD=%signal_at_call SIGNAL_CALL=rename SIGNAL_AT=2 SIGNAL_NUMBER=15 %opt -passes="amorph-pta<preset=strict;json=%t/out/json;dot=%t/out/dot;constraints=%t/out/pta>" -disable-output %t/in.bc; echo $?' | FileCheck %s --check-prefix=RENAME
// RUN: ls -A %t/out | tr '\n' ' ' | FileCheck %s --check-prefix=ALL
// What kill -9 leaves, the next run removes.
// RUN: bash -c 'env --default-signal LD_PRELOAD=%signal_at_call SIGNAL_CALL=rename SIGNAL_AT=1 SIGNAL_NUMBER=9 %opt -passes="amorph-pta<preset=strict;json=%t/out/json>" -disable-output %t/in.bc; echo $?' | FileCheck %s --check-prefix=KILL
// RUN: ls -A %t/out | grep -q '^.amorph-.*tmp$'
// RUN: %opt -passes='amorph-pta<preset=strict;dot=%t/out/dot>' -disable-output %t/in.bc
// RUN: ls -A %t/out | tr '\n' ' ' | FileCheck %s --check-prefix=ALL
// RUN: bash -c 'env --default-signal LD_PRELOAD=%signal_at_call SIGNAL_CALL=rename SIGNAL_AT=2 SIGNAL_NUMBER=2 %opt -passes="print<amorph-callgraph><json=%t/calls.json;dot=%t/calls.dot>" -disable-output %t/in.bc; ls %t' | FileCheck %s --check-prefix=CALLS
// The file size limit is an error line, not a signal.
// RUN: bash -c 'ulimit -f 0; %opt -passes="amorph-pta<preset=strict;json=%t/limited>" -disable-output %t/in.bc 2>&1; echo $?; ls %t' | FileCheck %s --check-prefix=LIMIT
int a;
int *g = &a;
int main(void) { int **p = &g; return **p; }
// WRITE: 129
// WRITE-NEXT: 129
// WRITE-NEXT: 129
// WRITE-NEXT: 130
// WRITE-NEXT: 130
// WRITE-NEXT: 130
// WRITE-NEXT: 143
// WRITE-NEXT: 143
// WRITE-NEXT: 143
// RENAME: 143
// KILL: 137
// ALL: {{^}}dot json pta {{$}}
// CALLS: calls.dot
// LIMIT: error: amorph-pta: {{.*}}limited: cannot write: File too large
// LIMIT-NEXT: {{^}}1{{$}}
// LIMIT-NOT: limited
// CALLS-NEXT: calls.json
