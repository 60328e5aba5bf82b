// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Fields smaller than a machine word, packed and odd-sized structures: what the bytes overlap decides.
#include "amorph_check.h"

struct small { int a, b, c, d; };
struct __attribute__((packed)) packed { char tag; int *p; int *q; char end; };
struct odd { int a, b, c; };        // 12 bytes: elements of an array start at odd words

static struct small s[4];
static struct packed k[4];
static struct odd o[8];
int x, y;

static int *addr(struct small *p, int which) { return which ? &p->b : &p->c; }

int main(int argc, char **argv) {
  struct small *p = &s[argc & 3], *q = &s[(argc + 1) & 3];
  amorph_noalias(&p->a, &q->c);
  amorph_mayalias(&p->b, &q->b);
  int *f = addr(p, argc);           // &p->b or &p->c
  amorph_mayalias(f, &q->b);
  amorph_mayalias(f, &q->c);
  amorph_mayalias_sized(&p->b, 8, &q->c, 4);
  int *g = f + 1;                   // &p->c or &p->d
  amorph_mayalias(g, &q->c);
  amorph_mayalias(g, &q->d);

  struct packed *u = &k[argc & 3], *v = &k[(argc + 1) & 3];
  u->p = &x;
  u->q = &y;
  amorph_mayalias(&u->p, &v->p);
  amorph_mayalias_sized(&u->p, 8, (char *)v + 8, 1);   // the last byte of p is at 8
  amorph_mayalias((char *)&u->q, (char *)v + 9);
  amorph_points_to(v->p, &x);
  amorph_points_to(v->q, &y);

  struct odd *m = &o[argc & 7];
  amorph_mayalias(&m->b, &o[3].b);
  amorph_mayalias(&m->c, &o[2].c);
  amorph_mayalias(&m->a, &o[1].a);
  return *f + *g + (argv == 0);
}
