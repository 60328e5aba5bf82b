// field-limit: fields beyond the limit share the last slot, and a step out of it may lead anywhere in the block.
// RUN: %O0 > %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;field-limit=3>' -disable-output %t.bc | FileCheck %s
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck %s --check-prefix=EXACT
// One field is none: the answer is that without fields.
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;field-limit=1>' -disable-output %t.bc > %t.one
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;fields=off>' -disable-output %t.bc | cmp - %t.one
int a, b, c, d, e;
struct five { int *a, *b, *c, *d, *e; } five;
int *from_a, *from_b, *from_c, *from_e;
// A step out of what is shared: back to a field that is not.
int **end, *back, *walked;
// An array that would lie across the limit is in the shared slot as a whole: all of its elements' words.
struct triple { int *x, *y, *z; };
struct across { int *head; struct triple all[3]; } across;
int *from_head, *from_x, *from_y, **of_y;

int main(int argc, char **argv) {
  five.a = &a;
  five.b = &b;
  five.c = &c;
  five.d = &d;
  five.e = &e;
  from_a = five.a;
  from_b = five.b;
  from_c = five.c;
  from_e = five.e;
  end = &five.e;
  back = end[-4];
  walked = end[-argc];
  across.head = &a;
  across.all[argc].x = &b;
  across.all[argc].y = &c;
  of_y = &across.all[2].y;
  from_head = across.head;
  from_x = across.all[argc].x;
  from_y = across.all[argc].y;
  return 0;
}
// CHECK-DAG: five.a (fieldlimit.c:9) -> { a }
// CHECK-DAG: five.b (fieldlimit.c:9) -> { b }
// CHECK-DAG: five.c... (fieldlimit.c:9) -> { c, d, e }
// CHECK-DAG: from_a {{.*}} -> { a }
// CHECK-DAG: from_b {{.*}} -> { b }
// CHECK-DAG: from_c {{.*}} -> { c, d, e }
// CHECK-DAG: from_e {{.*}} -> { c, d, e }
// CHECK-DAG: end {{.*}} -> { five.c... }
// CHECK-DAG: back {{.*}} -> { a, b, c, d, e }
// CHECK-DAG: walked {{.*}} -> { a, b, c, d, e }
// CHECK-DAG: across.head {{.*}} -> { a, b, c }
// CHECK-DAG: across.all[].x... {{.*}} -> { b, c }
// CHECK-DAG: from_x {{.*}} -> { a, b, c }
// CHECK-DAG: of_y {{.*}} -> { across.all[].x... }
// EXACT-DAG: from_c {{.*}} -> { c }
// EXACT-DAG: from_e {{.*}} -> { e }
// EXACT-DAG: back {{.*}} -> { a }
// EXACT-DAG: walked {{.*}} -> { a, b, c, d, e }
// EXACT-DAG: from_x {{.*}} -> { b }
// EXACT-DAG: from_y {{.*}} -> { c }
