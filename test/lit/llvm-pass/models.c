// A user's models: functions of other libraries, or better knowledge of the program's own externals.
// RUN: rm -rf %t && mkdir %t && %mem2reg -o %t/in.bc
// RUN: echo "pool_alloc: ret = alloc(arg2)  # from a pool" > %t/m && echo "pool_keep: kept = arg1; ret = kept" >> %t/m && echo "each, every: call arg2(arg1[8])" >> %t/m && echo "strcpy: unknown" >> %t/m
// RUN: %opt -passes='print<amorph-pta><models=%t/m>' -disable-output %t/in.bc | FileCheck %s
// RUN: echo "f: none" > %t/bad && echo "g: ret := arg1" >> %t/bad
// RUN: not %opt -passes='amorph-pta<models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: amorph-pta: {{.*}}bad:2: expected '=', got ':= arg1'
// RUN: echo "g: ret = arg0" > %t/bad
// RUN: not %opt -passes='amorph-pta<models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=ARG
// ARG: error: amorph-pta: {{.*}}bad:1: expected {{.*}}
// RUN: echo "g" > %t/bad
// RUN: not %opt -passes='amorph-pta<models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=COLON
// COLON: error: amorph-pta: {{.*}}bad:1: expected ':', got the end of the line
#include <string.h>
void *pool_alloc(void *, long);
int *pool_keep(int *);
void every(int **, void (*)(int **));
static int a, *list[4], *seen_value;
static int *made, *same;
static char buffer[4], *copied;
static void visit(int **p) { seen_value = *p; }
int main(void) {
  made = pool_alloc(0, 4);
  same = pool_keep(&a);
  list[1] = &a;
  every(list, visit);
  copied = strcpy(buffer, "x");
  return 0;
}
// CHECK-DAG: made (models.c:19) -> { pool_alloc@models.c:{{[0-9]+}} }
// CHECK-DAG: same (models.c:19) -> { a }
// CHECK-DAG: seen_value (models.c:18) -> { a }
// The user's line replaces the built-in one.
// CHECK-DAG: copied (models.c:20) -> { <unknown>
