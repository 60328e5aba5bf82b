// Every query, on one program.
// RUN: amorph-pta %s --points-to queries.c:43:p --points-to 'queries.c:43:p->f' --points-to '*queries.c:43:p' --points-to '&g' -- | FileCheck %s --check-prefix=TO
// TO: points-to queries.c:43:p:
// TO-NEXT: {{^  g  global  .*queries.c:[0-9]+$}}
// TO: points-to queries.c:43:p->f:
// TO-NEXT: twice  function
// TO: points-to &g:
// TO-NEXT: g  global
// RUN: amorph-pta %s --pointed-by g --pointed-by twice --aliases 'main::p use::q' --aliases 'main::p main::unrelated' -- | FileCheck %s --check-prefix=BY
// BY: pointed-by g:
// BY-NEXT: main::p  {{.*}}queries.c:43
// BY: use::q  {{.*}}queries.c:41
// BY: pointed-by twice:
// BY-NEXT: g.f  memory
// BY: aliases main::p use::q: may
// BY-NEXT: g  global
// BY: aliases main::p main::unrelated: no
// RUN: amorph-pta %s --callees queries.c:45 --callers twice --callers compare --unused-address-taken --escapes all --escapes shown --escapes g -- | FileCheck %s --check-prefix=CALLS
// CALLS: callees queries.c:45:
// CALLS-NEXT: use    direct function
// CALLS-NEXT: twice  indirect function
// CALLS: callers twice:
// CALLS-NEXT: main  indirect function
// CALLS: callers compare:
// CALLS-NEXT: qsort  called back by library
// CALLS: unused-address-taken:
// CALLS-NEXT: never  function
// CALLS: escapes:
// CALLS-NEXT: shown  global
// CALLS: escapes shown: yes
// CALLS: escapes g: no
#include <stdlib.h>
struct s { int x; int (*f)(int); };
static int twice(int n) { return 2 * n; }
static int never(int n) { return n; }
static struct s g = {1, twice};
static int (*unused)(int) = never;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int shown;
void unknown(int *);
static int use(struct s *q) { return q->x; }
int main(void) {
  struct s *p = &g;
  int *unrelated = malloc(sizeof *unrelated), many[3] = {3, 1, 2};
  *unrelated = p->f(use(p)) + (unused != 0);
  qsort(many, 3, sizeof *many, compare);
  unknown(&shown);
  return *unrelated;
}
// A conversation: errors do not end it.
// RUN: printf 'points-to main::p\nnonsense\n\n# remark\nwhy main::p g\nquit\npoints-to g\n' | not amorph-pta %s --query --json %t.json -- > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=TALK < %t.out
// TALK: points-to main::p:
// TALK: why main::p g: yes
// TALK-NEXT: main::p  is the address of g
// TALK-NOT: points-to g
// RUN: FileCheck %s --check-prefix=WRONG < %t.err
// WRONG: amorph-pta: 'nonsense': expected a query; 'help' lists them
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// JSON: "query": "points-to"
// JSON: "argument": "main::p"
// JSON: "name": "g"
// JSON-NEXT: "kind": "global"
// JSON: "query": "nonsense"
// JSON: "error": "'nonsense': expected a query; 'help' lists them"
// JSON: "query": "why"
// JSON: "answer": "yes"
// What names nothing costs only its own answer; arguments that nothing could answer are refused before reading.
// RUN: not amorph-pta %s --points-to nobody --points-to main::p --aliases 'main::p,nobody' -- > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REST < %t.out
// REST: points-to main::p:
// RUN: FileCheck %s --check-prefix=NOBODY < %t.err
// NOBODY: amorph-pta: 'nobody': expected a variable
// NOBODY-NEXT: amorph-pta: 'nobody': expected a variable
// RUN: %refuses "'main': expected two" amorph-pta absent.c --points-to x --why main --
// RUN: %refuses "'points-to': expected an argument" amorph-pta absent.c --points-to "" --
// RUN: %refuses "'queries.c': expected FILE:LINE, FILE:LINE:COLUMN, or a function" amorph-pta %s --callees queries.c -q --
// Nesting has an end.
// RUN: %python -c "print('points-to ' + '*' * 3000000 + 'main::p\npoints-to ' + '(' * 900 + 'main::p' + ')' * 900)" | not amorph-pta %s --query -- > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=DEEP < %t.err
// DEEP: expected at most 1000 nested operators
