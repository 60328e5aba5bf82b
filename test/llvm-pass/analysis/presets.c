// The preset in force is in the output, and what differs from it. What computes with parts of pointers, or writes them to
// files, is followed by strict and not by c; what moves them byte by byte is followed by both.
// RUN: %O0 -o %t.bc
// RUN: %opt -passes='print<amorph-pta><world=closed>' -disable-output %t.bc | FileCheck %s --check-prefixes=BOTH,C
// RUN: %opt -passes='print<amorph-pta><world=closed;preset=strict>' -disable-output %t.bc | FileCheck %s --check-prefixes=BOTH,STRICT
// RUN: %opt -passes='print<amorph-pta><world=closed;files=followed>' -disable-output %t.bc | FileCheck %s --check-prefix=OWN
// C: points-to sets of {{.*}} (preset c)
// STRICT: points-to sets of {{.*}} (preset strict)
// OWN: points-to sets of {{.*}} (preset c, files=followed)
#include <stdio.h>
int g, h;
int *from = &g, *moved, *read, *summed;
int *written = &h;
int main(void) {
  // BOTH: moved ({{.*}}) -> { g }
  // C: read ({{.*}}) -> {}
  // STRICT: read ({{.*}}) -> {{.*}}h
  // OWN: read ({{.*}}) -> {{.*}}h
  // C: summed ({{.*}}) -> {}
  // STRICT: summed ({{.*}}) -> {{.*}}g
  for (unsigned i = 0; i != sizeof from; ++i)
    ((unsigned char *)&moved)[i] = ((unsigned char *)&from)[i];
  fwrite(&written, sizeof written, 1, stdout);
  fread(&read, sizeof read, 1, stdin);
  for (unsigned i = 0; i != sizeof from; ++i)
    ((unsigned char *)&summed)[i] = ((unsigned char *)&from)[i] + 1;
  return 0;
}
