// The layers of types keep to the memory limit. Where that is too little for them, they are not used, and the preset
// says so. They have a variable for each of the many loads here; the points-to system has one for all.
// RUN: %clang -O0 -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=c;world=closed;backend=cpu;threads=1;memory-limit=80K>,print<amorph-callgraph>' \
// RUN:   -disable-output %t.bc | FileCheck %s --check-prefix=LITTLE
// RUN: %opt -passes='amorph-pta<preset=c;world=closed;backend=cpu;threads=1;memory-limit=64M>,print<amorph-callgraph>' \
// RUN:   -disable-output %t.bc | FileCheck %s --check-prefix=ENOUGH
// LITTLE: targets of indirect calls (preset c, layers=any: out of host memory: {{.*}}limit 80 KiB)
// LITTLE: 1 indirect calls, 1 targets
// ENOUGH: targets of indirect calls (preset c)
// ENOUGH: 1 indirect calls, 1 targets
struct holder { void (*call)(void); } holder;
static void target(void) {}
#define TEN(x) x x x x x x x x x x
static void many(void) {
  TEN(TEN(TEN(TEN(holder.call = holder.call;))))
}
int main(void) {
  holder.call = target;
  many();
  holder.call();
}
