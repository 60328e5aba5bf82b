// oneTBB is opened when several threads are wanted: a compiler that loads the plugin for each source file does without.
// RUN: rm -rf %t && mkdir %t && echo > %t/libtbb.so.12
// RUN: env LD_LIBRARY_PATH=%t %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -O0 -emit-llvm -c -o %t/a.bc %s
// RUN: env LD_LIBRARY_PATH=%t %opt -passes='print<amorph-pta><threads=1>' -disable-output %t/a.bc
// RUN: not env LD_LIBRARY_PATH=%t %opt -passes='print<amorph-pta><threads=2>' -disable-output %t/a.bc 2>&1 \
// RUN:   | FileCheck --check-prefix=MISSING %s
// RUN: %opt -passes='print<amorph-pta><threads=2>' -disable-output %t/a.bc
// MISSING: error: amorph-pta: several threads need oneTBB: {{.*}}libtbb.so
static int a[4], b[4], *to_a, *to_b;
void setup(int i) {
  to_a = &a[i];
  to_b = &b[i];
}

// CHECK-LABEL: @known(
// CHECK: store i32 7
// CHECK-NEXT: ret i32 0
int known(void) {
  int x = *to_a;
  *to_b = 7;
  return x - *to_a;
}
