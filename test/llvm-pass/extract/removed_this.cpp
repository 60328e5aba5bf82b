// `this` points into no virtual table. Its position says nothing: passes remove it, and a parameter for
// the returned struct may come before it.
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='internalize,mem2reg,instcombine,deadargelim,print<amorph-pta><world=closed;preset=c>' -internalize-public-api-list=main -disable-output %t.bc 2>&1 | FileCheck %s
// RUN: %opt -passes='internalize,sroa,instcombine,cgscc(argpromotion),print<amorph-pta><world=closed;preset=c>' -internalize-public-api-list=main -disable-output %t.bc 2>&1 | FileCheck %s
// CHECK: kept {{.*}}-> { vtable for S+16 }
// CHECK: returning {{.*}}-> { main::s }
struct Large { long words[8]; };
struct S {
  virtual ~S() {}
  __attribute__((noinline)) void keep(const void *table);
  __attribute__((noinline)) Large returns_large();
};
static const void *volatile kept;
static S *volatile returning;
static volatile int never;
void S::keep(const void *table) { kept = table; }
Large S::returns_large() {
  returning = this;
  return {};
}
int main() {
  S s;
  S *table = *reinterpret_cast<S **>(&s);
  s.keep(table);
  (never ? table : &s)->returns_large();
  return kept != nullptr;
}
