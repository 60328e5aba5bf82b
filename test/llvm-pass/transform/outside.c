// What code outside may reach in a module that only seems to be a whole program: AMORPH_AA=world=closed does not hold.
// RUN: env AMORPH_AA=world=closed %clang -O2 -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | count 0
// RUN: env AMORPH_AA=world=closed %clang -O2 -DPOINTER -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=POINTER %s
// POINTER: open world: 'hook' is neither defined nor modelled
// RUN: env AMORPH_AA=world=closed %clang -O2 -DSTRUCTURE -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=STRUCTURE %s
// STRUCTURE: open world: 'shared' is neither defined nor modelled
// RUN: env AMORPH_AA=world=closed %clang -O2 -DSECTION -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=SECTION %s
// SECTION: open world: 'entry' is in a section of its own
// RUN: env AMORPH_AA=world=closed %clang -O2 -DUSED -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=USED %s
// USED: open world: 'kept' may be used by code that is not seen
// RUN: env AMORPH_AA=world=closed %clang -O2 -DINLINE -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=INLINE %s
// INLINE: open world: 'main' has assembly that accesses memory
// RUN: env AMORPH_AA=world=closed %clang -O2 -DASSEMBLY -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=ASSEMBLY %s
// ASSEMBLY: open world: it has assembly
// RUN: env AMORPH_AA=world=closed %clang -O2 -DDLSYM -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=DLSYM %s
// DLSYM: open world: 'dlsym' leads to code that is not seen
// RUN: env AMORPH_AA=world=closed %clang -O2 -DOWN -fpass-plugin=%plugin -c -o %t.o %s 2>&1 | FileCheck --check-prefix=OWN %s
// OWN: open world: 'connect' is neither defined nor modelled
// A user who says so all the same gets the calls that are known to be outside as such.
// RUN: %clang -O1 -DDLSYM -Xclang -disable-llvm-passes -emit-llvm -c -o %t.bc %s
// RUN: %opt -passes='amorph-pta<world=closed>,print<amorph-callgraph>' -disable-output %t.bc 2>&1 | FileCheck --check-prefix=CALLS %s
// CALLS: main: own, <unknown code>
#include <dlfcn.h>
int printf(const char *, ...);
int puts(const char *);
static int x, y, *s = &x;
#ifdef POINTER
extern void (*hook)(int **, int *);
#define CALL hook(&s, &y)
#elif defined(STRUCTURE)
extern struct {
  int **slot, *value;
} shared;
#define CALL shared.slot = &s, shared.value = &y
#elif defined(SECTION)
static struct {
  int **slot, *value;
} entry __attribute__((section("entries"))) = {&s, &y};
#define CALL *(int *volatile *)&entry.value = &y
#elif defined(USED)
__attribute__((used)) static int kept;
#define CALL kept = 1
#elif defined(INLINE)
#define CALL __asm__ volatile("movq %1,%0" : "=m"(s) : "r"(&y) : "memory")
#elif defined(ASSEMBLY)
__asm__(".globl nothing\nnothing: ret\n");
#define CALL __asm__ volatile("" ::: "memory")
#elif defined(DLSYM)
static void own(int **slot, int *value) { puts("own"); }
#define CALL                                                                                                           \
  void (*set)(int **, int *) = c > 5 ? own : (void (*)(int **, int *))dlsym(dlopen("./set.so", RTLD_NOW), "set");      \
  set(&s, &y)
#elif defined(OWN)
void connect(int **slot, int *value);
#define CALL connect(&s, &y)
#else
#define CALL __asm__ volatile("" ::: "memory")
#endif
int main(int c, char **v) {
  CALL;
  y = 1;
  *s = 2;
  printf("%d\n", y);
  return 0;
}
