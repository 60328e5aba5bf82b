// Calls in a function of a header that is inlined everywhere: by the line of the call, and by that of the inlined call.
// RUN: rm -rf %t && mkdir %t && clang -g -O2 -c -emit-llvm -include %inputs/inlined.h -o %t/a.bc %s
// RUN: amorph-pta %t/a.bc --callees inlined.h:3 --callees ./Inputs/inlined.h:3:3 --callees inlined.c:14 | FileCheck %s
// CHECK: callees inlined.h:3:
// CHECK-NEXT: up indirect
// CHECK-NEXT: down indirect
// CHECK: callees ./Inputs/inlined.h:3:3:
// CHECK-NEXT: up indirect
// CHECK: callees inlined.c:14:
// CHECK-NEXT: up indirect
static int n;
static void up(void) { n++; } static void down(void) { n--; }
static function table[2] = {up, down};
int main(int argc, char **argv) { run(table[argc > 1]); return n; }
