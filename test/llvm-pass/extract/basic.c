// The four kinds of constraints, by source names, with locals in memory and in registers.
// RUN: %mem2reg | %pta | FileCheck %s --check-prefixes=CHECK,REG
// RUN: %O0 | %pta | FileCheck %s --check-prefixes=CHECK,MEM
int a, b;
int *g = &a;

// CHECK: memory
// The initialiser, and what main stores.
// CHECK: g (basic.c:5) -> { a, b }

// CHECK: function main (basic.c:
int main(void) {
  int *p = &a;
  int **q = &g;
  if (a)
    *q = &b;  // store: everything that q points to holds &b too
  int *r = *q;  // load
  int *s = p;   // copy
  // MEM: p (basic.c:[[#@LINE-6]]) -> { a }
  // CHECK: q (basic.c:[[#@LINE-6]]) -> { g }
  // REG: r (basic.c:[[#@LINE-4]]) -> { a, b }
  // MEM: r (basic.c:[[#@LINE-5]]) -> { a, b }
  // MEM: s (basic.c:[[#@LINE-5]]) -> { a }
  return *r + *s;
}
