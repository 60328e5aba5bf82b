// Which of the functions that a pointer may point to a call may reach: calls=any|abi|types.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefixes=ANY,ALL %s
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;calls=abi>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefixes=ABI,ALL %s
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;calls=types>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefixes=TYPES,ALL %s
// An argument flows only to the functions that its call reaches.
// RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck --check-prefix=FLOWS %s
// RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed;calls=abi>' -disable-output %t.bc | FileCheck --check-prefix=STAYS %s
// FLOWS: seen (compatible.c:[[#@LINE+19]]) -> { x }
// STAYS: seen (compatible.c:[[#@LINE+18]]) -> {}

typedef void (*any)(void);
struct two { long a, b, c; };
static int x, y;
static int one(int *p) { return *p; }
static int pair(int *p, int *q) { return *p + *q; }
static long wide(int *p) { return *p; }
static double number(double d) { return d; }
static void nothing(int *p) { *p = 1; }
static void none(void) {}
static int byvalue(struct two t) { return (int)t.c; }
static int many(int *p, ...) { return *p; }
static double mixed(double d, int *p) { return d + *p; }
static double two_doubles(double d, double e) { return d + e; }
int undeclared();
static any table[] = {(any)one, (any)pair, (any)wide, (any)number, (any)nothing, (any)none, (any)byvalue, (any)many};

int *seen;
static int keeps(int *p, double *q) { seen = p; return q != 0; }
static any kept[] = {(any)one, (any)keeps};

int main(int argc, char **argv) {
  any f = table[argc & 7];
  // A function with more parameters than arguments, or with another class of register, would read what was not passed;
  // more arguments than parameters are harmless. `many` reads its first argument where others have it.
  // ANY: compatible.c:[[#@LINE+3]] in main: {{[^, ]*}}compatible.c:byvalue, {{[^, ]*}}compatible.c:many, {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:nothing, {{[^, ]*}}compatible.c:number, {{[^, ]*}}compatible.c:one, {{[^, ]*}}compatible.c:pair, {{[^, ]*}}compatible.c:wide{{$}}
  // ABI: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:many, {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:nothing, {{[^, ]*}}compatible.c:one, {{[^, ]*}}compatible.c:wide{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: {{[^, ]*}}compatible.c:one{{$}}
  int r = ((int (*)(int *))f)(&x);
  // The result is not used: a function without one works as well.
  // ABI: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:many, {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:nothing, {{[^, ]*}}compatible.c:one, {{[^, ]*}}compatible.c:pair, {{[^, ]*}}compatible.c:wide{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: {{[^, ]*}}compatible.c:pair{{$}}
  ((int (*)(int *, int *))f)(&x, &y);
  // In the register of a float.
  // ABI: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:number{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: {{[^, ]*}}compatible.c:number{{$}}
  r += ((double (*)(double))f)(1.5);
  // A structure of 24 bytes lies on the stack, not behind a pointer in a register.
  // ABI: compatible.c:[[#@LINE+3]] in main: {{[^, ]*}}compatible.c:byvalue, {{[^, ]*}}compatible.c:none{{$}}
  // TYPES: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:byvalue
  struct two t = {1, 2, argc};
  r += ((int (*)(struct two))f)(t);
  // Without a prototype the types of the arguments say nothing.
  // ABI: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:many, {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:nothing, {{[^, ]*}}compatible.c:one, {{[^, ]*}}compatible.c:wide{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: {{[^, ]*}}compatible.c:many, {{[^, ]*}}compatible.c:none, {{[^, ]*}}compatible.c:nothing, {{[^, ]*}}compatible.c:one, {{[^, ]*}}compatible.c:wide{{$}}
  r += ((int (*)())f)(&y);
  // Registers of either class are filled in order, whatever is between.
  any g = argc == 5 ? (any)mixed : (any)two_doubles;
  // ABI: compatible.c:[[#@LINE+2]] in main: {{[^, ]*}}compatible.c:mixed{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: <none>
  r += ((double (*)(int *, double))g)(&x, 1.5);
  // A declaration without a prototype says nothing about types either.
  int (*h)(const char *) = argc == 9 ? undeclared : 0;
  // ABI: compatible.c:[[#@LINE+2]] in main: undeclared{{$}}
  // TYPES: compatible.c:[[#@LINE+1]] in main: undeclared{{$}}
  r += h("");
  // ALL: compatible.c:[[#@LINE+1]] in main: {{.*}}compatible.c:one{{$}}
  r += ((int (*)(int *))kept[argc & 1])(&x);
  return r;
}
