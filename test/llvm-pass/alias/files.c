// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;world=closed;models=%S/Inputs/checks.models>,check<amorph-alias>' -disable-output %t.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// A pointer through a pipe comes out where it is read; halves of words that are written and read stay apart, since
// reading moves what was written and nothing that points between words.
#include "amorph_check.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct task { int *counter; int high, low; };
static int counted, hidden;

int main(void) {
  int ends[2];
  pipe(ends);
  struct task *out = malloc(sizeof *out), *in = malloc(sizeof *in), *streamed = malloc(sizeof *streamed);
  out->counter = &counted;
  write(ends[1], out, sizeof *out);
  read(ends[0], in, sizeof *in);
  amorph_mayalias(in->counter, &counted);
  amorph_noalias(in->counter, &hidden);
  amorph_noalias(in, out);
  amorph_noalias(&in->high, &in->low);
  fwrite(out, sizeof *out, 1, stdout);
  fread(streamed, sizeof *streamed, 1, stdin);
  amorph_mayalias(streamed->counter, &counted);
  amorph_noalias(streamed->counter, &hidden);
  amorph_noalias(&streamed->high, &streamed->low);
  return *in->counter + *streamed->counter + hidden;
}
