// Line tables have no types: nothing that needs them is taken for granted, and the preset says so.
// RUN: %clang -O0 -gline-tables-only -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='print<amorph-pta><preset=c;world=closed>' -disable-output %t.bc | FileCheck %s
// CHECK: (preset c, calls=types without -g, layers=any without -g, types=any without -g)
// CHECK: %{{[0-9]+}} (line_tables.c:15) -> {{.*}}g
struct first { long k; int *p; };
struct second { double d; int *q; };
union both { struct first first; struct second second; };
int g;
static union both u;
static void set(struct first *a) { a->p = &g; }
static int get(struct second *b) {
  int *from;
  from =
      b->q;
  return *from;
}
int main(void) {
  set(&u.first);
  return get(&u.second);
}
