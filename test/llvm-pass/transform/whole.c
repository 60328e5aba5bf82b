// AMORPH_AA=world=closed holds for modules that are whole programs; others are analysed in the open world, with one line.
// REQUIRES: lld
// RUN: %clang -O2 -DOTHER -c -o %t.other.o %s
// RUN: env AMORPH_AA=world=closed %clang -O2 -fpass-plugin=%plugin -c -o %t.main.o %s 2>&1 | FileCheck --check-prefix=SET %s
// SET: amorph-aa: {{.*}}whole.c: analysed in the open world: 'set' is neither defined nor modelled
// RUN: env AMORPH_AA=world=closed %clang -O2 -DOTHER -fpass-plugin=%plugin -c -o %t.also.o %s 2>&1 | FileCheck --check-prefix=MAIN %s
// MAIN: amorph-aa: {{.*}}whole.c: analysed in the open world: main is not defined
// RUN: %clang %t.main.o %t.other.o -o %t.units && %t.units | FileCheck --check-prefix=TWO %s
// A native object in the link.
// RUN: %clang -O2 -flto -c -o %t.lto.main.o %s
// RUN: %clang -O2 -flto -DOTHER -c -o %t.lto.other.o %s
// RUN: env AMORPH_AA=world=closed %lld -flto -Wl,--load-pass-plugin=%plugin %t.lto.main.o %t.other.o -o %t.native 2>&1 | FileCheck --check-prefix=SET2 %s
// SET2: analysed in the open world: 'set' is neither defined nor modelled
// RUN: %t.native | FileCheck --check-prefix=TWO %s
// The whole program: nothing to say.
// RUN: env AMORPH_AA=world=closed %lld -flto -Wl,--load-pass-plugin=%plugin %t.lto.main.o %t.lto.other.o -o %t.whole 2>&1 | count 0
// RUN: %t.whole | FileCheck --check-prefix=TWO %s
// What the program exports, code outside may use.
// RUN: env AMORPH_AA=world=closed %lld -flto -Wl,-E -Wl,--load-pass-plugin=%plugin %t.lto.main.o %t.lto.other.o -o %t.exports 2>&1 | FileCheck --check-prefix=VISIBLE %s
// VISIBLE: analysed in the open world: '{{.*}}' is visible to other modules
// TWO: 2
#ifdef OTHER
static void put(int **slot, int *p) { *slot = p; }
__attribute__((noinline)) void set(int **slot, int *p) { put(slot, p); }
#else
int printf(const char *, ...);
void set(int **slot, int *p);
int main(void) {
  int x = 0, *s = &x, y = 0;
  set(&s, &y);
  y = 1;
  *s = 2;
  printf("%d\n", y);
  return 0;
}
#endif
