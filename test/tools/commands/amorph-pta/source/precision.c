// Options that make the answer more exact or smaller: the same facts as the plugin's with its parameters.
// RUN: rm -rf %t && mkdir %t
// RUN: clang -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -g -emit-llvm -c %s -o - | opt -passes=mem2reg -o %t/one.bc
// RUN: opt -load-pass-plugin=%plugin -passes='print<amorph-pta><field-limit=2;array-limit=3;heap-types=off;wrappers=constructors>' -disable-output %t/one.bc | tail -n +2 | sed 's/%%[0-9]*/temporary/' > %t/plugin
// RUN: amorph-pta %s --exported --sets --field-limit 2 --array-limit 3 --no-heap-types --wrappers constructors -- | tail -n +2 | sed 's/%%[0-9]*/temporary/' > %t/command
// RUN: cmp %t/plugin %t/command
// RUN: opt -load-pass-plugin=%plugin -passes='print<amorph-pta><wrappers=off>' -disable-output %t/one.bc | tail -n +2 | sed 's/%%[0-9]*/temporary/' > %t/plugin_off
// RUN: amorph-pta %s --exported --sets --wrappers off -- | tail -n +2 | sed 's/%%[0-9]*/temporary/' > %t/command_off
// RUN: cmp %t/plugin_off %t/command_off
// RUN: not cmp -s %t/command %t/command_off
// Places: an index that is a number is that element, any other each of them.
// RUN: amorph-pta %s --array-limit 3 --points-to 'table[1]' --points-to 'table[argc]' --points-to '*table' -- | FileCheck %s --check-prefix=PLACES
// PLACES: points-to table[1]:
// PLACES-NEXT: {{^}}  g function
// PLACES-NEXT: points-to table[argc]:
// PLACES-NEXT: {{^}}  f function
// PLACES-NEXT: {{^}}  g function
// PLACES-NEXT: {{^}}  h function
// PLACES-NEXT: points-to *table:
// PLACES-NEXT: {{^  f .*}}
// PLACES-NOT: function
// Wide calls are named on stderr, unless the run is quiet; the figures come with the statistics.
// RUN: amorph-pta %s --call-limit 2 --statistics -- > %t/out 2> %t/err
// RUN: FileCheck %s --check-prefix=WIDE < %t/err
// WIDE: amorph-pta: warning: precision.c:[[#@LINE+28]]: a call in main may reach 3 functions{{$}}
// WIDE-NOT: amorph
// RUN: FileCheck %s --check-prefix=FIGURES < %t/out
// FIGURES: 1 sources
// FIGURES-NEXT: {{[0-9]+}} dereferences of {{[0-9.]+}} objects, 1 indirect calls of 3.00 targets, {{[0-9.]+}}% of {{[0-9]+}} pointer pairs do not alias
// RUN: amorph-pta %s --call-limit 2 --quiet -- 2>&1 | not grep .
// RUN: amorph-pta %s --statistics --quiet --json - -- | FileCheck %s --check-prefix=JSON
// JSON-DAG: "heap_sites": 1
// JSON-DAG: "indirect_calls": 1
// JSON-DAG: "targets_each": 3
// RUN: %refuses "option '--field-limit': expected" amorph-pta %s --field-limit 0 --
// RUN: %refuses "option '--wrappers': expected" amorph-pta %s --wrappers all --
#include <stdlib.h>
struct node { int *a, *b, *c; struct node *next; } *first, *second;
static struct node *new_node(int *b, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->b = b;
  n->next = next;
  return n;
}
static void f(void) {}
static void g(void) {}
static void h(void) {}
void (*table[3])(void) = {f, g, h};
int x, y;
int main(int argc, char **argv) {
  first = new_node(&x, 0);
  second = new_node(&y, first);
  table[argc]();
  return *second->b;
}
