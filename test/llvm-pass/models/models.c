// A user's models: functions of other libraries, or better knowledge of the program's own externals.
// RUN: rm -rf %t && mkdir %t && %mem2reg -o %t/in.bc
// RUN: echo "pool_alloc: ret = alloc(arg2)  # from a pool" > %t/m && echo "pool_keep: kept = arg1; ret = kept" >> %t/m && echo "each, every: call arg2(arg1[8])" >> %t/m && echo "strcpy: unknown" >> %t/m
// RUN: %opt -passes='print<amorph-pta><preset=strict;models=%t/m>' -disable-output %t/in.bc | FileCheck %s
// RUN: echo "f: none" > %t/bad && echo "g: ret := arg1" >> %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: amorph-pta: {{.*}}bad:2: expected '=', got ':= arg1'
// RUN: echo "g: ret = arg0" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=ARG
// ARG: error: amorph-pta: {{.*}}bad:1: expected {{.*}}
// A line that contradicts itself.
// RUN: echo "g: touches nothing; *arg1 = arg2" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF0
// SELF0: error: amorph-pta: {{.*}}bad:1: expected 'writes args' or no effect beside a store
// RUN: echo "g: reads args; copy arg1, arg2" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF1
// SELF1: error: amorph-pta: {{.*}}bad:1: expected 'writes args' or no effect beside a store
// RUN: echo "g: call arg1(); writes args" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF2
// SELF2: error: amorph-pta: {{.*}}bad:1: expected no effect beside a 'call'
// RUN: echo "g: reads args; writes args" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF3
// SELF3: error: amorph-pta: {{.*}}bad:1: expected one of 'touches', 'reads' and 'writes', got two
// RUN: echo "g: unknown; reads args" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF4
// SELF4: error: amorph-pta: {{.*}}bad:1: expected no effect and no statement beside 'unknown'
// RUN: echo "g: unknown; ret = arg1" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF5
// SELF5: error: amorph-pta: {{.*}}bad:1: expected no effect and no statement beside 'unknown'
// RUN: echo "g: ret = alloc unless arg1 has 0" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=SELF6
// SELF6: error: amorph-pta: {{.*}}bad:1: expected a number of bits, 1 or more
// RUN: echo "g" > %t/bad
// RUN: not %opt -passes='amorph-pta<preset=strict;models=%t/bad>' -disable-output %t/in.bc 2>&1 | FileCheck %s --check-prefix=COLON
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
// CHECK-DAG: made (models.c:41) -> { pool_alloc@models.c:{{[0-9]+}} }
// CHECK-DAG: same (models.c:41) -> { <unknown>, {{.*}}a
// CHECK-DAG: seen_value (models.c:40) -> { a }
// The user's line replaces the built-in one.
// CHECK-DAG: copied (models.c:42) -> { <unknown>
