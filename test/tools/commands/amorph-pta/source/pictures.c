// The report, the call graph and a pointer's surroundings.
// RUN: rm -rf %t && mkdir %t
// RUN: amorph-pta %s --html %t/r.html --call-graph %t/c.dot --around head --picture %t/p.dot -q --
// RUN: FileCheck %s --check-prefix=CALLS < %t/c.dot
// CALLS: "main" -> "first" [style=dashed];
// CALLS: "main" -> "malloc";
// RUN: FileCheck %s --check-prefix=AROUND < %t/p.dot
// AROUND: "head" -> "malloc@pictures.c:36";
// AROUND: "malloc@pictures.c:36" -> "first" [label=".visit"];
// The data of the page is JSON, also where the source has tags: "</script>" here ends nothing.
// RUN: FileCheck %s --check-prefix=PAGE < %t/r.html
// PAGE: <!doctype html>
// PAGE-NOT: "</script>" here
// PAGE: </body></html>
// RUN: %page %t/r.html head malloc@pictures.c:36
// RUN: %refuses "expected --around P and --picture FILE together" amorph-pta %s --around head --
// RUN: %refuses "found 'nobody'" amorph-pta %s --around nobody --picture %t/none.dot --
// RUN: not ls %t/none.dot
// Without Graphviz a picture in SVG is refused, and nothing is left.
// RUN: env PATH=%empty_path %refuses "needs the program dot" %command %s --call-graph %t/c.svg --
// RUN: not ls %t/c.svg
// Other formats are refused, with the command that draws them.
// RUN: %refuses "c.png: expected a name in .dot or .svg; then draw it: dot -Tpng FILE.dot -o" amorph-pta %s --call-graph %t/c.png --
// RUN: %refuses "p.pdf: expected a name in .dot or .svg; then draw it: dot -Tpdf" amorph-pta %s --around head --picture %t/p.pdf --
// RUN: %refuses "g.svg: expected a name in .dot; then draw it: dot -Tsvg" amorph-pta %s --dot %t/g.svg --
// RUN: not ls %t/c.png
#include <stdlib.h>
struct node {
  void (*visit)(struct node *);
  struct node *next;
};
static void first(struct node *n) { n->next = 0; /* "</script>" here */ }
static struct node *head;
int main(void) {
  for (int i = 0; i < 3; ++i) {
    struct node *n = malloc(sizeof *n);
    n->visit = first;
    n->next = head;
    head = n;
  }
  head->visit(head);
  return 0;
}
