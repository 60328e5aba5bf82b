// Pointers to functions that are converted after they were loaded: calls by type may leave their functions out, and a
// line names the places, and the calls that reach none of the functions that their pointers hold.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=c;world=closed>' -disable-output %t.bc 2>&1 | FileCheck %s
// RUN: %opt -passes='amorph-pta<preset=c;calls=any;world=closed>' -disable-output %t.bc 2>&1 | count 0
// CHECK: amorph-pta: warning: pointers to functions are converted after they were loaded, and calls may leave their functions out (calls=any does not): {{.*}}converted.c:22, {{.*}}converted.c:23, {{.*}}converted.c:24, {{.*}}converted.c:25, {{.*}}converted.c:19, {{.*}}converted.c:26, {{.*}}converted.c:17{{$}}
// CHECK-NOT: warning
struct circle { int *radius; };
struct square { long n; int *side; };
typedef int *(*of_square)(struct square *);
static int x;
static int *of_circle(struct circle *c) { return &x; }
static int *of_number(int n) { return &x; }
static int *(*circles[])(struct circle *) = {of_circle};
static int *(*numbers[])(int) = {of_number};
static of_square kept;
static int *pass(of_square f, struct square *s) { return f(s); }
static of_square get(int i) {
  return (of_square)circles[i];
}
int main(int argc, char **argv) {
  of_square f = (of_square)circles[argc - 1]; int *(*g)(int) = numbers[argc - 1]; struct square s;
  int *a = ((int *(*)(long))numbers[argc - 1])(1);
  kept = (of_square)circles[argc - 1];
  int *b = pass((of_square)circles[argc - 1], &s);
  return *f(&s) + *g(1) + *a + *b + *get(0)(&s) + *circles[argc - 1](0) + *numbers[argc - 1](1);
}
