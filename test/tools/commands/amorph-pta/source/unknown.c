// Functions that nothing is known of; those with bodies, models and none who uses them are not among them.
// RUN: amorph-pta %s --unknown-functions -- | FileCheck %s
// CHECK: unknown-functions:
// CHECK-NEXT: {{^}}  by_address declared function{{$}}
// CHECK-NEXT: {{^}}  cipher declared function {{.*}}unknown.c:[[#@LINE+32]]:3
// CHECK-NEXT: {{^}}  obscure declared function {{.*}}unknown.c:[[#@LINE+26]]:10
// CHECK-NOT: declared
// RUN: echo 'cipher: none' > %t.models
// RUN: amorph-pta %s --unknown-functions --models %t.models -- | FileCheck %s --check-prefix=MODELLED
// MODELLED-NOT: cipher
// MODELLED: obscure declared
// RUN: echo unknown-functions | amorph-pta %s --query --json - -- | FileCheck %s --check-prefix=JSON
// JSON: "name": "cipher"
// In a closed world a note says so; JSON has all of them.
// RUN: amorph-pta %s --world closed --points-to table --json %t.json -- 2>&1 | FileCheck %s --check-prefix=CLOSED
// CLOSED: note: 3 functions have neither body nor model, and do nothing in the closed world: by_address, cipher, obscure (--unknown-functions)
// RUN: FileCheck %s --check-prefix=LIST < %t.json
// LIST: "unknown_functions": [
// LIST-NEXT: "by_address",
// LIST-NEXT: "cipher",
// LIST-NEXT: "obscure"
// RUN: amorph-pta %s --world closed --points-to table --models %t.models -- 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: note: 2 functions have neither
// RUN: amorph-pta %s --points-to table -- 2>&1 | FileCheck %s --check-prefix=OPEN --implicit-check-not=note
// OPEN: points-to table:
// RUN: %refuses "expected memory as answers name it, found none that is allocated at 'unknown.c:1'" amorph-pta %s --pointed-by malloc@unknown.c:1 --
#include <stdlib.h>
#include <string.h>
int *obscure(int *), by_address(int *), unused(int *);
void cipher(void *, const void *);
static int *body(int *p) {
  return obscure(obscure(p));
}
int (*table[])(int *) = {by_address};
int main(void) {
  char *text = strdup("x"), *copy = malloc(2);
  cipher(copy, text);
  cipher(text, copy);
  return *body((int *)copy) + table[0](0);
}
