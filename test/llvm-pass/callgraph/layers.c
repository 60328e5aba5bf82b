// Function pointers in members of structures: with layers=members, a call through one member does not reach what was
// stored in another, although the structures share memory that an allocator hands out. A cast between the structures
// that the code shows joins them.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed;layers=members>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck %s --check-prefix=ON
// RUN: %opt -passes='amorph-pta<preset=strict;world=closed>,print<amorph-callgraph>' -disable-output %t.bc | FileCheck %s --check-prefix=OFF
#include <stdlib.h>
struct reader { int fd; void (*act)(int); };
struct writer { int fd; void (*act)(int); };
struct base { int kind; void (*act)(int); };
struct derived { int kind; void (*act)(int); int more; };
static void read_it(int n) {}
static void write_it(int n) {}
static void derived_it(int n) {}
static void *pool;
static void *get(void) { return pool; }
static void use(struct base *b) { b->act(1); }
int main(void) {
  pool = malloc(64);
  struct reader *r = get();
  struct writer *w = get();
  struct derived *d = get();
  r->act = read_it;
  w->act = write_it;
  d->act = derived_it;
  // ON: in use: {{[^,]*}}:derived_it{{$}}
  // OFF: in use: {{.*}}:derived_it, {{.*}}:read_it, {{.*}}:write_it{{$}}
  use((struct base *)d);
  // ON: in main: {{[^,]*}}:read_it{{$}}
  // OFF: in main: {{.*}}:derived_it, {{.*}}:read_it, {{.*}}:write_it{{$}}
  r->act(2);
  // ON: in main: {{[^,]*}}:write_it{{$}}
  w->act(3);
  return 0;
}
