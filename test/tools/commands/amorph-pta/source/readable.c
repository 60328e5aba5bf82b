// Answers for a reader: functions before data, a line per block, a maximum number of lines, and what an empty one means.
// RUN: amorph-pta %s --points-to main::any --points-to main::nothing -- | FileCheck %s --check-prefix=ANY
// ANY: points-to main::any:
// ANY-NEXT: {{^}}  act function {{.*}}readable.c:{{[0-9]+}}
// ANY-NEXT: {{^}}  pair{start, .b} global {{.*}}readable.c:{{[0-9]+}}
// ANY-NEXT: {{^}}  x global
// ANY-NEXT: {{^}}points-to main::nothing: none (null, undefined, an absolute address, or never executed)
// RUN: amorph-pta %s --limit 2 --points-to main::any -- | FileCheck %s --check-prefix=LIMIT
// LIMIT: pair{start, .b}
// LIMIT-NEXT: {{^}}  ... 1 more of 4; --limit 0 lists them all
// RUN: echo "points-to main::any" > %t.q
// RUN: amorph-pta %s --limit 1 --query -- < %t.q | FileCheck %s --check-prefix=QUERY
// QUERY: act
// QUERY-NEXT: ... 3 more of 4;
// RUN: amorph-pta %s --limit 1 --json - --points-to main::any -- | FileCheck %s --check-prefix=JSON
// JSON: "name": "act"
// JSON: "name": "pair"
// JSON: "name": "pair.b"
// JSON: "name": "x"
// Many: twenty lines without an option.
// RUN: amorph-pta %s --points-to main::many -- | FileCheck %s --check-prefix=MANY
// MANY: ... 2 more of 22; --limit 0 lists them all
// RUN: amorph-pta %s --limit 0 --points-to main::many -- | FileCheck %s --check-prefix=ALL --implicit-check-not=more
// ALL: g21
// RUN: %refuses "option '--limit': expected a number" amorph-pta %s --limit x --
// The chain that is certain, although the way through table, which may hold anything, is shorter.
// RUN: amorph-pta %s --why 'main::either x' -- | FileCheck %s --check-prefix=WHY --implicit-check-not=table
// WHY: why main::either x: yes
// WHY: takes the address of x
// A chain through what is stored in a constant, only if there is no other, however long.
// RUN: amorph-pta %s --why 'main::got y' -- | FileCheck %s --check-prefix=CONSTANT --implicit-check-not=fixed
// CONSTANT: why main::got y: yes
// CONSTANT: slot is stored to
// RUN: amorph-pta %s --preset strict --why 'main::only y' -- | FileCheck %s --check-prefix=ONLY
// ONLY: why main::only y: yes
// ONLY: fixed{{.*}} is stored to
// What is no pointer is said to be none.
// RUN: amorph-pta %s --aliases 'x g0' --aliases 'pair slot' --points-to x --points-to pair --points-to main::argc --aliases 'main::got main::argc' -- | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: aliases x g0: no ('x' is of type long, not a pointer; 'g0' is of type long, not a pointer)
// NUMBERS: aliases pair slot: no ('pair' is of type struct two, not a pointer: name a member)
// NUMBERS: points-to x: none ('x' is of type long, not a pointer)
// NUMBERS: points-to pair: none ('pair' is of type struct two, not a pointer: name a member)
// NUMBERS: points-to main::argc: none ('main::argc' is of type int, not a pointer)
// NUMBERS: aliases main::got main::argc: no ('main::argc' is of type int, not a pointer)
// RUN: amorph-pta %s --aliases 'x g0' --json - -- | FileCheck %s --check-prefix=NOTE
// NOTE: "note": "'x' is of type long, not a pointer; 'g0' is of type long, not a pointer"
struct two { long a, b; };
static struct two pair;
static long x, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15, g16, g17, g18, g19, g20, g21;
static void act(void) {}
static long *all[] = {&g0, &g1, &g2, &g3, &g4, &g5, &g6, &g7, &g8, &g9, &g10, &g11, &g12, &g13, &g14, &g15, &g16, &g17, &g18, &g19, &g20, &g21};
static long *table[8], *kept;
static long y, *slot;
static long *const fixed[2] = {&g0, &g1};
static long *same(long *p) { return p; }
int main(int argc, char **argv) {
  void *any = argc == 1 ? (void *)&pair : argc == 2 ? (void *)&pair.b : argc == 3 ? (void *)&x : (void *)act;
  void *nothing = 0;
  long *many = all[argc];
  long **to = argc == 4 ? table : argc == 5 ? table + 1 : &kept;
  *to = &x;
  long *either = argc == 6 ? *to : same(&x);
  long **spot = argc == 7 ? (long **)fixed : &slot;
  *spot = &y;
  long *got = argc == 8 ? fixed[argc & 1] : same(slot);
  long *only = fixed[argc & 1];
  return *got + *only && any != nothing && *many + *either;
}
