// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=strict>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck %s
// RUN: rm -f %t.dot %t.json
// RUN: %opt -passes='amorph-pta<preset=strict>,print<amorph-callgraph><dot=%t.dot;json=%t.json>' -disable-output %t.bc | FileCheck %s
// RUN: FileCheck --check-prefix=DOT %s < %t.dot
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// The closed world: nobody outside calls run().
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefix=CLOSED %s
// Function pointers in tables, fields, arguments; unknown ones are said to be unknown. Targets come by name, functions
// that other files may also have come with their file.
#include <stdlib.h>

typedef int (*fn)(int);
static int add(int x) { return x + 1; }
static int sub(int x) { return x - 1; }
int mul(int x) { return 2 * x; }
static int never(int x) { return x; }

struct op { const char *name; fn run; };
static struct op ops[] = {{"sub", sub}, {"add", add}};
static fn unused[] = {never};
static fn nothing;

static int apply(fn f, int x) {
  // CHECK: tables.c:[[#@LINE+1]] in apply: mul{{$}}
  return f(x);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int run(fn f, int i) {
  // What code outside passes in may be any function that it can name.
  // CHECK: tables.c:[[#@LINE+2]] in run: mul, run, <unknown code>
  // CLOSED: tables.c:[[#@LINE+1]] in run: <none>
  return f(i);
}

int main(int argc, char **argv) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof(int), compare);
  // CHECK: tables.c:[[#@LINE+1]] in main: {{.*}}tables.c:add, {{.*}}tables.c:sub{{$}}
  int r = ops[argc % 2].run(argc);
  // CHECK: tables.c:[[#@LINE+1]] in main: <none>
  if (nothing) r += nothing(r);
  r += apply(mul, r);
  // CHECK: tables.c:[[#@LINE+1]] in main: {{.*}}tables.c:never{{$}}
  return r + unused[argc - 1](r) + numbers[0];
}
// CHECK: 5 indirect calls, 6 targets, 1 calls may reach unknown code
// DOT: digraph
// DOT-DAG: "main" -> "{{.*}}tables.c:add" [style=dashed];
// DOT-DAG: "main" -> "{{.*}}tables.c:apply";
// DOT-DAG: "{{.*}}tables.c:apply" -> "mul" [style=dashed];
// DOT-DAG: "run" -> "<unknown code>" [style=dashed];
// JSON: "indirect_calls": [
// JSON: "function": "apply",
// JSON: "line":
// JSON: "targets": [
// JSON-NEXT: "mul"
// JSON-NEXT: ],
// JSON-NEXT: "unknown": false
