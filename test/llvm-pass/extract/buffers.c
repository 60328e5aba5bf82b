// A union that is a buffer: beyond its first member, all words of its bytes are one slot, as in an array of words. A
// few words stay apart: they are members of other structures in the union.
// RUN: %mem2reg | %pta | FileCheck %s
int a, b;
union room { double align; char bytes[256]; };
struct buffer { char *at; union room room; int *end; };
static struct buffer big;
union two { double align; struct { int *x, *y, *z; } s; };
static union two small;
static int *any;
// CHECK: big{{.*}} -> { a }
// CHECK-NEXT: big.end (buffers.c:{{[0-9]+}}) -> { b }
// CHECK-NEXT: any (buffers.c:{{[0-9]+}}) -> { a }
// CHECK-NEXT: small.s.y (buffers.c:{{[0-9]+}}) -> { a }
// CHECK-NEXT: small.s.z (buffers.c:{{[0-9]+}}) -> { b }
int main(int argc, char **argv) {
  *(int **)(big.room.bytes + 24) = &a;
  any = *(int **)(big.room.bytes + 56);
  big.end = &b;
  small.s.y = &a;
  small.s.z = &b;
  return 0;
}
