// The first parameter is `this` unless a pass removed that one: what follows it may point into a virtual table.
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='internalize,mem2reg,instcombine,deadargelim,print<amorph-pta><world=closed;preset=c>' -internalize-public-api-list=main -disable-output %t.bc 2>&1 | FileCheck %s
// CHECK: kept {{.*}}-> { vtable for S+16 }
struct S {
  virtual ~S() {}
  __attribute__((noinline)) void keep(const void *table);
};
static const void *volatile kept;
void S::keep(const void *table) { kept = table; }
int main() {
  S s;
  s.keep(*reinterpret_cast<void **>(&s));
  return kept != nullptr;
}
