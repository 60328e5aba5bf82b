// call-limit: a warning for each call that may reach more functions; the answer stays the same.
// RUN: %O0 > %t.bc
// RUN: %opt -passes='print<amorph-pta><preset=strict;call-limit=1>' -disable-output %t.bc 2>%t.err | grep -v '^points-to' > %t.out
// RUN: FileCheck %s < %t.err
// RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %t.bc 2>%t.none | grep -v '^points-to' | cmp - %t.out
// RUN: not test -s %t.none
// RUN: %opt -passes='amorph-pta<preset=strict;call-limit=3>' -disable-output %t.bc 2>&1 | not grep .
// CHECK: amorph-pta: warning: calllimit.c:[[#@LINE+13]]: a call in many may reach 3 functions
// CHECK-NEXT: amorph-pta: warning: calllimit.c:[[#@LINE+11]]: a call in two may reach 2 functions
// CHECK-NOT: amorph-pta
// Figures: RUN: %opt -passes='function(mem2reg),amorph-pta<preset=strict;stats=on>' -disable-output %t.bc 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: amorph-pta: {{[0-9]+}} variables, {{[0-9]+}} objects, {{[0-9]+}} constraints, extracted in
// STATS-NEXT: amorph-pta: 2 dereferences of 1.50 objects, 3 indirect calls of 2.00 targets, 100.00% of 1 pointer pairs do not alias
static void f(void) {}
static void g(void) {}
static void h(void) {}
typedef void (*handler)(void);
static handler two_of[2] = {f, g}, three_of[3] = {f, g, h};
static handler single;
static void two(int i) { two_of[i](); }
static void many(int i) { three_of[i](); }
static void one(void) { single(); }
static int a, b, c;
static int *of[2] = {&a, &b}, *only;
int main(int argc, char **argv) {
  single = h;
  only = &c;
  two(argc);
  many(argc);
  one();
  return *of[argc & 1] + *only;
}
