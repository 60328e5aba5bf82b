// Strict aliasing is taken for granted of members, unless a unit says that it was compiled without it.
// RUN: %clang -w -g -O0 -Xclang -disable-O0-optnone -grecord-command-line -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><world=closed;stats=on>' -disable-output %t.bc 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %clang -w -g -O0 -Xclang -disable-O0-optnone -fno-strict-aliasing -grecord-command-line -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><world=closed;stats=on>' -disable-output %t.bc 2>&1 | FileCheck %s --check-prefix=OFF
// ON-DAG: 100.00% of 6 pointer pairs do not alias
// ON-DAG: (preset c)
// OFF-DAG: 66.67% of 6 pointer pairs do not alias
// OFF-DAG: (preset c, types=any by -fno-strict-aliasing)
struct numbered { long number; void *at; };
struct placed { void *at; long number; };
void set(struct numbered *n, struct placed *p) {
  n->number = 1;
  p->at = p;
  n->at = p;
  p->number = 3;
}
int main(void) {
  struct numbered n;
  struct placed p;
  set(&n, &p);
  set((struct numbered *)&p, (struct placed *)&n);
  return 0;
}
