// Link-time optimisation by lld. The linked module is analysed as a whole: what the linker has made internal, unknown
// code does not reach.
// REQUIRES: lld
// RUN: %clang -O2 -flto -c -o %t.main.o %s
// RUN: %clang -O2 -flto -DOPERATIONS -c -o %t.operations.o %s
// RUN: %lld -flto %t.main.o %t.operations.o -o %t.plain
// RUN: env AMORPH_PROMOTE_CALLS=stats=on %lld -flto -Wl,--load-pass-plugin=%plugin %t.main.o %t.operations.o -o %t.full 2>&1 | FileCheck %s
// CHECK: amorph-promote-calls: 1 indirect calls: 0 made direct, 1 by comparing
// RUN: %lld -flto -Wl,--load-pass-plugin=%plugin -Wl,-mllvm,-pass-remarks=amorph-promote-calls %t.main.o %t.operations.o -o %t.full 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: indirect call promoted to {{twice|square}}, {{twice|square}}, by comparing
// RUN: env AMORPH_PROMOTE_CALLS='targets=1;stats=on' %lld -flto -Wl,--load-pass-plugin=%plugin %t.main.o %t.operations.o -o %t.one 2>&1 | FileCheck --check-prefix=ONE %s
// ONE: amorph-promote-calls: 1 indirect calls: 0 made direct, 0 by comparing
// Promotion and the optimiser share one solution.
// RUN: env AMORPH_AA=stats=on %lld -flto -Wl,--load-pass-plugin=%plugin %t.main.o %t.operations.o -o %t.once 2>&1 | FileCheck --check-prefix=ONCE %s
// ONCE: amorph-aa: {{.*}}1 solution in
// Off by its own variable, and with the alias analysis.
// RUN: env AMORPH_PROMOTE_CALLS=off %lld -flto -Wl,--load-pass-plugin=%plugin -Wl,-mllvm,-pass-remarks=amorph-promote-calls %t.main.o %t.operations.o -o %t.off 2>&1 | count 0
// RUN: env AMORPH_AA=off %lld -flto -Wl,--load-pass-plugin=%plugin -Wl,-mllvm,-pass-remarks=amorph-promote-calls %t.main.o %t.operations.o -o %t.off 2>&1 | count 0
// RUN: not env AMORPH_PROMOTE_CALLS=maybe %lld -flto -Wl,--load-pass-plugin=%plugin %t.main.o %t.operations.o -o %t.wrong 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: AMORPH_PROMOTE_CALLS=maybe: expected on, off or parameters; expected KEY=VALUE, got 'maybe'
// RUN: not env AMORPH_PROMOTE_CALLS=models=%t.absent %lld -flto -Wl,--load-pass-plugin=%plugin %t.main.o %t.operations.o -o %t.wrong 2>&1 | FileCheck --check-prefix=ABSENT %s
// ABSENT: AMORPH_PROMOTE_CALLS=models={{.*}}.absent: {{.*}}.absent: cannot be read as library models
// A shared library exports the pointer: anything may be stored there.
// RUN: %clang -O2 -flto -fPIC -c -o %t.pic.main.o %s
// RUN: %clang -O2 -flto -fPIC -DOPERATIONS -c -o %t.pic.operations.o %s
// RUN: env AMORPH_PROMOTE_CALLS=stats=on %lld -shared -flto -Wl,--load-pass-plugin=%plugin %t.pic.main.o %t.pic.operations.o -o %t.so 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: amorph-promote-calls: 1 indirect calls: 0 made direct, 0 by comparing, 0 kept behind comparisons; not promoted: 1 unknown
// ThinLTO optimises each unit by itself, several at a time. The analysis is on; calls are not promoted.
// RUN: %clang -O2 -flto=thin -c -o %t.thin.main.o %s
// RUN: %clang -O2 -flto=thin -DOPERATIONS -c -o %t.thin.operations.o %s
// RUN: env AMORPH_AA=stats=on AMORPH_PROMOTE_CALLS=stats=on %lld -flto=thin -Wl,--thinlto-jobs=1 -Wl,--load-pass-plugin=%plugin %t.thin.main.o %t.thin.operations.o -o %t.thin.one 2>&1 | FileCheck --check-prefix=THIN %s
// THIN-NOT: amorph-promote-calls
// THIN: amorph-aa: {{[1-9][0-9]*}} solution
// THIN: amorph-aa: {{[1-9][0-9]*}} solution
// RUN: %lld -flto=thin -Wl,--thinlto-jobs=2 -Wl,--load-pass-plugin=%plugin %t.thin.main.o %t.thin.operations.o -o %t.thin 2>&1 | count 0
// RUN: %t.plain 5 >%t.expected && %t.full 5 | diff %t.expected - && %t.one 5 | diff %t.expected - && %t.thin.one 5 | diff %t.expected - && %t.thin 5 | diff %t.expected -
// RUN: %t.plain >%t.expected && %t.full | diff %t.expected - && %t.one | diff %t.expected - && %t.thin | diff %t.expected -
extern int (*operation)(int);
void choose(int n);

#ifdef OPERATIONS
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
int (*operation)(int) = twice;
void choose(int n) {
  if (n > 1)
    operation = square;
}
#else
int printf(const char *, ...);
int sum, *to_sum = &sum;
int main(int argc, char **argv) {
  choose(argc);
  for (int i = 0; i < 10 * argc; ++i)
    *to_sum += operation(i);
  printf("%d\n", sum);
  return 0;
}
#endif
