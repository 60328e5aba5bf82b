// A function that checks what reallocarray returns is inlined: the call in it takes the place of the allocation. The
// answers about the rest of the unit stay, and those about the memory take it for what it is.
// RUN: %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: env AMORPH_AA=off %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// RUN: env AMORPH_AA=stats=on %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=KEPT %s
// KEPT: amorph-aa: 1 solution {{.*}} queries, {{[0-9]}} about unknown pointers
#include <stdlib.h>
void *reallocarray(void *, size_t, size_t);
static void *checked(void *p, size_t n, size_t size) {
  void *q = reallocarray(p, n, size);
  if (!q) abort();
  return q;
}
// Two calls of it take the place of one.
static void *either(void *p, size_t n) {
  if (n > 100) return checked(p, n, sizeof(long));
  return checked(p, n + 1, sizeof(long));
}
long *two(long *p, size_t n) { return either(p, n); }

static long *kept;
static __attribute__((noinline)) long first(void) { return *kept; }

// CHECK-LABEL: @other(
// CHECK: call {{.*}}@reallocarray
int *other(int *p) { return checked(p, 5, sizeof *p); }

// CHECK-LABEL: @same(
// CHECK: call {{.*}}@reallocarray
// CHECK: call {{.*}}@first
// CHECK: store i64 7
// CHECK: call {{.*}}@first
// CHECK: ret i64
long same(size_t n) {
  long *q = checked(kept, n, sizeof *q);
  kept = q;
  long x = first();
  q[0] = 7;
  return x - first();
}

static int a[4], b[4], *to_a, *to_b, *result;
void setup(int i) {
  to_a = &a[i];
  to_b = &b[i];
}

// CHECK-LABEL: @known(
// CHECK: store i32 7
// CHECK-NOT: load i32
// CHECK: ret i32 0
// OFF-LABEL: @known(
// OFF: store i32 7
// OFF: load i32
// OFF: ret i32
int known(int *p) {
  int x = *to_a;
  *to_b = 7;
  int y = *to_a;
  result = other(p);
  return x - y;
}
