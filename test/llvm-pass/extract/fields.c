// Fields by layout: each pointer in a struct is told apart, arrays of structs are one struct, and inner arrays share
// the slots of one element.
// RUN: %mem2reg | %pta | FileCheck %s
// RUN: %O2 | %pta | FileCheck %s --check-prefix=GLOBALS
// RUN: %mem2reg | %opt -passes='print<amorph-pta><preset=strict;world=closed;fields=off>' -disable-output | FileCheck %s --check-prefix=OFF
int a, b, c, d, e;
struct inner { int *x; int *y; };
struct outer { char name[12]; int *first; struct inner in[3]; int *last; };
struct outer one, many[4];

int main(int argc, char **argv) {
  one.first = &a;
  one.in[0].x = &b;
  one.in[argc].x = &c;  // any element of the inner array
  one.in[2].y = &d;
  one.last = &e;
  many[1].first = &a;
  many[argc].first = &b;  // all elements are one
  many[2].in[1].y = &c;
  struct inner *p = &one.in[1];
  p++;  // stays in its array
  int *z = p->y;
  // Stepping back from an unknown element may lead anywhere in the block: sound, and no more is known.
  struct inner *back = &one.in[argc];
  back--;
  return *z + (back->x != 0);
}
// CHECK:      one.first (fields.c:9) -> { a }
// CHECK-NEXT: one.in[].x (fields.c:9) -> { b, c }
// CHECK-NEXT: one.in[].y (fields.c:9) -> { d }
// CHECK-NEXT: one.last (fields.c:9) -> { e }
// CHECK-NEXT: many.first (fields.c:9) -> { a, b }
// CHECK-NEXT: many.in[].y (fields.c:9) -> { c }
// CHECK: z (fields.c:{{[0-9]+}}) -> { d }
// CHECK: back (fields.c:{{[0-9]+}}) -> { one, one.first, one.in[].x, one.in[].y, one.last }

// Optimised code addresses the same bytes without types.
// GLOBALS:      one.first (fields.c:9) -> { a }
// GLOBALS-NEXT: one.in[].x (fields.c:9) -> { b, c }
// GLOBALS-NEXT: one.in[].y (fields.c:9) -> { d }
// GLOBALS-NEXT: one.last (fields.c:9) -> { e }
// GLOBALS:      many.first (fields.c:9) -> { a, b }

// OFF:      one{{.*}} -> { a, b, c, d, e }
// OFF-NEXT: many{{.*}} -> { a, b, c }
