// RUN: %clang -O1 -emit-llvm -c %s -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='early-cse<memssa>,gvn,dse' -S %t.bc | FileCheck %s
// Memory that a library function was given and keeps is reached again by calls that are given nothing: strtok writes
// into the string of the call before, a handler is handed what was registered for it.
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

static char text[64];

// CHECK-LABEL: @tokens(
// CHECK: call {{.*}}@strtok(ptr {{.*}}null
// CHECK: load i8, ptr {{.*}}@text
__attribute__((noinline)) static int tokens(void) {
  text[3] = ',';
  strtok(NULL, ",");
  return text[3];
}

int main(int argc, char **argv) {
  if (!fgets(text, sizeof text, stdin))
    return 1;
  strtok(text, ",");
  return tokens();
}
