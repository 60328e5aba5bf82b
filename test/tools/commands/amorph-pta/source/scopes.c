// Of one name the variable in scope on the line: blocks reach from a variable's line to the last line with their code.
// RUN: amorph-pta %s --points-to scopes.c:27:p --points-to scopes.c:28:p --points-to scopes.c:30:p --points-to scopes.c:33:p --points-to scopes.c:34:p --points-to scopes.c:36:p --points-to scopes.c:37:p -- | FileCheck %s
// CHECK:      scopes.c:27:p:
// CHECK-NEXT: b  global
// CHECK-NEXT: scopes.c:28:p:
// CHECK-NEXT: a  global
// CHECK-NEXT: scopes.c:30:p:
// CHECK-NEXT: c  global
// CHECK-NEXT: scopes.c:33:p:
// CHECK-NEXT: b  global
// CHECK-NEXT: scopes.c:34:p:
// CHECK-NEXT: c  global
// CHECK-NEXT: scopes.c:36:p:
// CHECK-NEXT: b  global
// CHECK-NEXT: scopes.c:37:p:
// CHECK-NEXT: c  global
// RUN: amorph-pta %s --points-to scopes.c:41:p --points-to scopes.c:42:p --points-to blocks::q -- | FileCheck %s --check-prefix=STATIC
// STATIC:      scopes.c:41:p:
// STATIC-NEXT: c  global
// STATIC-NEXT: scopes.c:42:p:
// STATIC-NEXT: b  global
// STATIC-NEXT: blocks::q:
// STATIC-NEXT: c  global
// RUN: %refuses "scopes.c:31, " amorph-pta %s --points-to blocks::p --
// RUN: %refuses "expected a variable of outer or of the program, found 'only'; it is in scope on lines 27 to 27" amorph-pta %s --points-to scopes.c:28:only --
static int a, b, c; static int *p = &a; static void use(int *q) { ++*q; }
static void outer(int k) { { int *p = &b, *only = p; use(only); }
  use(p); }
static void blocks(int k) {
  int *q = &c, *p = q; use(p);
  { int *p = &b; use(p);
    q = p == &a ? q : &c;
    p = q ? p : 0; }
  if (p) k++;
  for (int *p = &b; k;
       p = p) k--;
  while (p && k) k--; }
static void kept(int k) {
  int *p = &b;
  if (k) { static int *p = &c;
    use(p); }
  use(p); }
int main(int n, char **v) { outer(n); blocks(n); kept(n); return *p; }
