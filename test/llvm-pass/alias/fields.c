// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Fields of one structure are told apart, whole structures are not; arrays of structures keep their fields.
#include "amorph_check.h"

struct pair { int *a; int *b; long n; };
struct outer { long tag; struct pair in[3]; struct pair last; int *end; };

int x, y, z, w, v;
static struct pair one;
static struct outer out;
static struct pair many[8];

static void fill(struct pair *p, int *a, int *b) {
  p->a = a;
  p->b = b;
}

int main(int argc, char **argv) {
  one.a = &x;
  one.b = &y;
  amorph_noalias(one.a, one.b);
  amorph_points_to(one.a, &x);
  amorph_not_points_to(one.a, &y);
  amorph_noalias(&one.a, &one.b);
  amorph_mayalias((char *)&one, (char *)&one.a);

  out.last.a = &z;
  out.end = &w;
  for (int i = 0; i < 3; i++) out.in[i].b = &v;
  amorph_noalias(out.last.a, out.end);
  amorph_noalias(out.in[argc % 3].b, out.last.a);
  amorph_mayalias(out.in[argc % 3].b, out.in[2].b);
  amorph_noalias(&out.in[argc % 3].a, &out.last.a);
  amorph_noalias(&out.in[argc % 3].a, &out.in[(argc + 1) % 3].b);
  amorph_mayalias(&out.in[argc % 3].a, &out.in[2].a);

  many[argc % 8].a = &x;
  many[(argc + 1) % 8].b = &y;
  amorph_noalias(many[argc % 8].a, many[argc % 8].b);
  amorph_mayalias(&many[argc % 8].a, &many[3].a);
  amorph_noalias(&many[argc % 8].a, &many[3].b);
  struct pair *p = &many[argc % 8];
  for (int i = 0; i < argc % 4; i++) p++;
  amorph_noalias(&p->a, &many[1].b);
  amorph_mayalias(&p->a, &many[1].a);

  struct pair here;
  fill(&here, &z, &w);
  amorph_noalias(here.a, here.b);
  amorph_noalias(here.a, &w);
  amorph_noalias(here.a, one.a);
  // An access that spans two fields meets both.
  amorph_mayalias_sized(&p->a, 16, &many[1].b, 8);
  amorph_noalias_sized(&p->a, 8, &many[1].b, 16);
  amorph_mayalias_sized(&p->a, (size_t)argc, &many[1].b, 8);  // unknown size
  return *one.a + (argv == 0);
}
