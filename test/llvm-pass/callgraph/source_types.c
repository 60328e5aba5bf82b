// Which functions a call may reach by the source's types of its pointer and of the functions: calls=source.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;calls=types>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefix=TYPES %s
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;calls=source>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefix=SOURCE %s
// Optimised: members are addressed by bytes.
// RUN: %opt -passes='instcombine' -o %t.ic.bc %t.bc
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;calls=source>,print<amorph-callgraph>' -disable-output %t.ic.bc | FileCheck --check-prefix=SOURCE %s
// Without debug information nothing is known but the types of IR.
// RUN: %opt -strip-debug -passes='amorph-pta<preset=strict;world=closed;calls=source>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck --check-prefix=BARE %s
// BARE: a, b, bytes, plain

struct apple { int weight; };
struct pear { int weight; };
typedef struct apple apple_t;
static int a(const apple_t *p) { return p->weight; }
static int b(struct pear *p) { return p->weight; }
static int plain(int *p) { return *p; }
static int bytes(void *p) { return p != 0; }

typedef int (*any)(void *);
typedef int (*of_apple)(struct apple *);
static any all[] = {(any)a, (any)b, (any)plain, bytes};

struct pair { int (*first)(struct apple *); int (*second)(struct pear *); };
struct ops { long version; of_apple eat[2]; struct { int (*peel)(struct pear *, int (*)(struct apple *)); } inner; };
static int peel(struct pear *p, of_apple f) { return b(p) + (f != 0); }
static int other(struct pear *p, int (*f)(struct pear *)) { return b(p) + (f != 0); }

union either { of_apple f; int (*g)(struct pear *); };

// A parameter, and a value from two places.
static int parameter(of_apple f, struct apple *x) {
  // TYPES: source_types.c:[[#@LINE+2]] in parameter: {{.*}}:a, {{.*}}:b, {{.*}}:bytes, {{.*}}:plain{{$}}
  // SOURCE: source_types.c:[[#@LINE+1]] in parameter: {{.*}}:a, {{.*}}:bytes{{$}}
  return f(x);
}
static of_apple returned(int n) { return (of_apple)all[n & 3]; }

static struct pair pairs[] = {{(of_apple)a, b}, {(of_apple)bytes, (int (*)(struct pear *))bytes}};

int main(int argc, char **argv) {
  struct apple x = {argc};
  struct pear y = {argc};
  int r = parameter((of_apple)all[argc & 3], &x);
  // The place says pointers to anything.
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:a, {{.*}}:b, {{.*}}:bytes, {{.*}}:plain{{$}}
  r += all[argc & 3](&x);
  // A member, in an array of the struct; and one of a nested struct, whose function takes a function.
  struct ops o = {1, {(of_apple)all[argc & 3], (of_apple)all[argc & 1]}, {argc == 3 ? peel : (int (*)(struct pear *, of_apple))other}};
  struct ops *p = argc == 7 ? &o : 0;
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:a, {{.*}}:bytes{{$}}
  r += p->eat[argc & 1](&x);
  // TYPES: source_types.c:[[#@LINE+2]] in main: {{.*}}:other, {{.*}}:peel{{$}}
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:peel{{$}}
  r += p->inner.peel(&y, (of_apple)a);
  // A member that is not the first, by itself and in an array.
  struct pair *q = argc == 7 ? pairs : pairs + 1;
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:b, {{.*}}:bytes{{$}}
  r += q->second(&y);
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:b, {{.*}}:bytes{{$}}
  r += pairs[argc].second(&y);
  // A result.
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:a, {{.*}}:bytes{{$}}
  r += returned(argc)(&x);
  // The members of a union overlap: which one is meant is not known.
  union either u = {(of_apple)all[argc & 3]};
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:a, {{.*}}:b, {{.*}}:bytes, {{.*}}:plain{{$}}
  r += u.g(&y);
  // A cast between types that differ in IR is seen: then the place says nothing.
  void (*nothing)(void) = (void (*)(void))all[argc & 3];
  // SOURCE: source_types.c:[[#@LINE+1]] in main: {{.*}}:a, {{.*}}:b, {{.*}}:bytes, {{.*}}:plain{{$}}
  r += ((int (*)(int *))nothing)(&r);
  return r;
}
