// Optimised code: locals carry their own names, and not those of the pointers of inlined functions that lead to them.
// RUN: %clang -O1 -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='print<amorph-pta><preset=strict>' -disable-output %t.bc | FileCheck %s
int *kept_numbers, **kept_names;
void use(void);

static inline __attribute__((always_inline)) void keep(int *base) {
  kept_numbers = base;
  use();
}

// CHECK-NOT: two::base
// CHECK-NOT: two::%
// CHECK: kept_names {{.*}}-> { {{.*}}two::numbers, two::names }
// CHECK-NEXT: kept_numbers {{.*}}-> { {{.*}}two::numbers, two::names }
// CHECK: function two
// CHECK-NEXT: base (names.c:7) -> { two::numbers }
// CHECK-NEXT: numbers (names.c:[[#@LINE+3]])
// CHECK-NEXT: names (names.c:[[#@LINE+2]])
int two(void) {
  int numbers[16], *names[4];
  keep(numbers);
  kept_names = names;
  use();
  kept_names = 0, kept_numbers = 0;
  return numbers[3] + *names[1];
}
// CHECK-NOT: two::base
// CHECK-NOT: two::%
