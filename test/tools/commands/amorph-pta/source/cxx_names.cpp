// C++ names: with other blanks than answers have, in quotes at the prompt, and in columns that long ones leave alone.
// RUN: amorph-pta %s --callers 'table<int,long>::get(long *,int*)' --points-to 'table<int,long>::get::result' --points-to 'calling::operator()::given' --aliases '"table<int, long>::get::result" main::p' --why 'table<int,long>::get::result y' -- | FileCheck %s
// CHECK: callers table<int,long>::get(long *,int*):
// CHECK-NEXT: main direct function
// CHECK: points-to table<int,long>::get::result:
// CHECK-DAG: {{^}}  x global
// CHECK-DAG: {{^}}  y global
// CHECK: points-to calling::operator()::given:
// CHECK-NEXT: x global
// CHECK: main::p: may
// CHECK: why table<int,long>::get::result y: yes
// RUN: printf "points-to 'main::p'\naliases 'main::p' \"main::via\"\naliases 'main::p main::via'\ncallers 'table<int, long>::get'\n" > %t.q && amorph-pta %s --query -- < %t.q 2> %t.err | FileCheck %s --check-prefix=PROMPT && count 0 < %t.err
// PROMPT: points-to main::p:
// PROMPT: via": may
// PROMPT: aliases main::p main::via: may
// PROMPT: callers table<int, long>::get:
// PROMPT-NEXT: main direct
// Names are demangled; JSON has the symbol, too.
// RUN: amorph-pta %s --callers 'calling::operator()' --callees cxx_names.cpp:52 --json %t.json -- | FileCheck %s --check-prefix=PLAIN --implicit-check-not=_Z
// PLAIN: callers calling::operator():
// PLAIN: main direct function
// RUN: FileCheck %s --check-prefix=SYMBOL < %t.json
// SYMBOL: "name": "table<int, long>::get(long*, int*)"
// SYMBOL: "symbol": "_ZN5tableIilE3getEPlPi"
// A line that names something long has the rest on the next one, in the columns of the others.
// RUN: amorph-pta %s --points-to kept -- | FileCheck %s --check-prefix=COLUMNS --match-full-lines --strict-whitespace
//      COLUMNS:points-to kept:
// COLUMNS-NEXT:  several(std::pair<table<int, long>, table<int, long>>*, std::pair<table<int, long>, table<int, long>>*)
// COLUMNS-NEXT:         function  {{.*}}cxx_names.cpp:[[#]]
// COLUMNS-NEXT:  one()  function  {{.*}}cxx_names.cpp:[[#]]
#include <utility>
static int x, y;
static long l;
template <class A, class B> struct table {
  A *a;
  B *b;
  A *get(B *key, A *other) {
    A *result = other ? other : a;
    b = key;
    return result;
  }
};
struct calling {
  int *operator()(int *given) const { return given; }
};
using pairs = std::pair<table<int, long>, table<int, long>>;
static void several(pairs *, pairs *) {}
static void one() {}
void *kept[] = {reinterpret_cast<void *>(several), reinterpret_cast<void *>(one)};
int main(int argc, char **) {
  table<int, long> t{&x, &l};
  int *p = t.get(&l, argc ? &y : nullptr);
  int *via = calling()(&x);
  return *p + *via + (kept[0] == kept[1]);
}
