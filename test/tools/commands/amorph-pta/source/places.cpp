// What stands on a line: instances of a template are all meant, a lambda stands in its function, a variable may be an
// address within a global, null, or gone, and of one name in several sources each is told by its place.
// RUN: amorph-pta %s --points-to places.cpp:29:inner --points-to pass::given --points-to places.cpp:37:outer --points-to places.cpp:37:mine -- -std=c++20 | FileCheck %s
// CHECK: points-to places.cpp:29:inner:
// CHECK-DAG: {{^}}  x  global
// CHECK-DAG: {{^}}  d  global
// CHECK: points-to pass::given:
// CHECK-DAG: {{^}}  x  global
// CHECK-DAG: {{^}}  d  global
// CHECK: points-to places.cpp:37:outer:
// CHECK-NEXT: y  global
// CHECK-NEXT: points-to places.cpp:37:mine:
// CHECK-NEXT: x  global
// RUN: amorph-pta %s --points-to main::within --points-to main::null --pointed-by main::local -- -std=c++20 | FileCheck %s --check-prefix=VALUES
// VALUES: points-to main::within:
// VALUES-NEXT: two.second  global
// VALUES-NEXT: points-to main::null: none
// VALUES-NEXT: pointed-by main::local:
// VALUES-NEXT: main::to  local  {{.*}}places.cpp:[[#]]
// VALUES-NOT: {{.}}
// RUN: %refuses "'main::gone': 'gone' has no value that is kept: " amorph-pta %s --points-to main::gone -- -std=c++20
// RUN: %refuses "'same::p': expected FILE:LINE:, since there are several functions of that name: " amorph-pta %s --points-to same::p -- -std=c++20
// Names with commas and blanks of their own are two operands all the same.
// RUN: amorph-pta %s --aliases 'swap(int*, int*)::a swap(int*, int*)::b' --aliases 'swap(int*, int*)::a, main::to->first' -- -std=c++20 | FileCheck %s --check-prefix=TWO
// TWO: b: may
// TWO-NEXT: {{^}}  x  global
// TWO: first: may
template <class T> T *pass(T *given) {
  T *inner = given; return inner;
}
struct pair { int *first; int *second; };
static int x, y; static double d; static pair two;
static int same(int *p) { return *p; }
static int same(double *p) { return *p; }
int main() {
  int *outer = &y;
  auto f = [&](int *mine) { return mine ? mine : outer; };
  int **within = &two.second; int *null = nullptr; pair local = {&x, &y}; pair *to = &local;
  int **kept = &null; int ***gone = &kept;
  return *f(pass(&x)) + *pass(&d) + (*within == null) + (**gone == 0) + *to->second + same(&x) + same(&d);
}
static int swap(int *a, int *b) { return *a - *b; }
int swapped() { return swap(&x, &y) + swap(&x, &x); }
