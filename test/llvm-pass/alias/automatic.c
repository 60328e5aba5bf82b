// Loading the plugin into clang is enough: GVN's questions reach amorph-aa. AMORPH_AA turns it off or sets parameters.
// RUN: %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: env AMORPH_AA=on %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: env AMORPH_AA=world=closed %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: env AMORPH_AA=off %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// RUN: env AMORPH_AA=solve=off %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// opt names its alias analyses itself.
// RUN: %clang -O2 -Xclang -disable-llvm-passes -emit-llvm -c -o %t.bc %s
// RUN: %opt -O2 -S %t.bc | FileCheck --check-prefix=OFF %s
// RUN: env AMORPH_AA=on %opt -O2 -S %t.bc | FileCheck %s
// RUN: %opt -aa-pipeline=basic-aa,tbaa,globals-aa,amorph-aa -O2 -S %t.bc | FileCheck %s
// A wrong value: one line, and no output.
// RUN: rm -f %t.o
// RUN: not env AMORPH_AA=yes %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not ls %t.o
// WRONG: AMORPH_AA=yes: expected on, off or parameters; expected KEY=VALUE, got 'yes'
// WRONG-NOT: {{[a-z]}}
// RUN: not env AMORPH_AA=models=%t.absent %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=ABSENT %s
// ABSENT: AMORPH_AA=models={{.*}}.absent: {{.*}}.absent: cannot be read as library models: No such file or directory
// RUN: echo 'f: ret =' >%t.models
// RUN: not env AMORPH_AA=models=%t.models %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=MODELS %s
// MODELS: AMORPH_AA=models={{.*}}.models: {{.*}}.models:1: expected
// RUN: not ls %t.o
// Only the first queries are answered, to bisect.
// RUN: env AMORPH_AA_QUERIES=0 %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// RUN: env AMORPH_AA_QUERIES=1000000 %clang -O2 -fpass-plugin=%plugin -S -emit-llvm -o - %s | FileCheck %s
// RUN: not env AMORPH_AA_QUERIES=few %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=QUERIES %s
// QUERIES: AMORPH_AA_QUERIES=few: expected a number
// Without memory for the sets, it says so and gives no answers.
// RUN: env AMORPH_AA=memory-limit=1 %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=MEMORY %s
// MEMORY: amorph-aa: {{.*}}; it gives no answers
static int a[4], b[4], *to_a, *to_b;
void setup(int i) {
  to_a = &a[i];
  to_b = &b[i];
}

// CHECK-LABEL: @known(
// CHECK: store i32 7
// CHECK-NEXT: ret i32 0
// OFF-LABEL: @known(
// OFF: store i32 7
// OFF-NEXT: load i32
int known(void) {
  int x = *to_a;
  *to_b = 7;
  return x - *to_a;
}

// GVN runs again after the inliner has changed the function: the loads and the store are new values here.
// CHECK-LABEL: @inlined(
// CHECK: store i32 7
// CHECK-NEXT: br
// OFF-LABEL: @inlined(
// OFF: store i32 7
// OFF-NEXT: load i32
static int *from(int **p) { return *p; }
static void set(int *p) { *p = 7; }
int inlined(int n) {
  int sum = 0;
  if (n > 3) {
    int x = *from(&to_a);
    set(from(&to_b));
    sum = x - *from(&to_a);
  }
  return sum;
}
