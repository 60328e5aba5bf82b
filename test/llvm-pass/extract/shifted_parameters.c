// Passes split the second parameter of a static function and remove the first: as many remain, of the same types in IR.
// By their numbers the call would be one of a function that takes `struct a *`.
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='internalize,function(sroa,instcombine),cgscc(argpromotion),amorph-pta<world=closed;preset=c>,print<amorph-callgraph>' -internalize-public-api-list=main -disable-output %t.bc 2>&1 | FileCheck %s
// RUN: %opt -passes='amorph-pta<world=closed;preset=c>,print<amorph-callgraph>' -disable-output %t.bc 2>&1 | FileCheck %s
// RUN: %opt -passes='function(mem2reg),amorph-pta<world=closed;preset=c>,print<amorph-callgraph>' -disable-output %t.bc 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: in use: {{.*}}first{{$}}
// CHECK: in cast: {{.*}}converted{{$}}
struct a { int x; };
struct b { double d; int y; };
struct ops { int (*run)(struct b *); struct b *with; };
static int use(int (*unused)(struct a *), struct ops *o) { return o->run(o->with); }
static int first(struct b *p) { return p->y; }
static int other(struct a *p) { return p->x; }
// The declared type of a parameter shows a cast, whether it is a variable in memory or a value.
static int converted(struct a *p) { return p->x; }
static struct b v;
static int cast(int (*run)(struct b *)) { return run(&v); }
int main(void) {
  struct ops o = {first, &v};
  return use(other, &o) + cast((int (*)(struct b *))converted);
}
