// Names of C++ are demangled; calls on one line are told apart by their columns, in that order.
// RUN: %clang --driver-mode=g++ -O0 -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='amorph-pta<world=closed>,print<amorph-callgraph><json=%t.json;dot=%t.dot>' -disable-output %t.bc | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: FileCheck --check-prefix=DOT %s < %t.dot
namespace shapes {
int area(int side) { return side * side; }
static int border(int side) { return 4 * side; }
}
// CHECK: names.cpp:[[#@LINE+4]] in both(int (*)(int), int (*)(int)): shapes::area(int){{$}}
// CHECK-NEXT: names.cpp:[[#@LINE+3]] in both(int (*)(int), int (*)(int)): {{.*}}names.cpp:shapes::border(int){{$}}
// JSON: "function": "both(int (*)(int), int (*)(int))"
// DOT-DAG: "main" -> "both(int (*)(int), int (*)(int))";
int both(int (*f)(int), int (*g)(int)) { return f(1) + g(2); }
// JSON: "line": [[#@LINE-1]],
// JSON-NEXT: "column": 49,
// JSON: "shapes::area(int)"
// JSON: "column": 56,
// JSON: names.cpp:shapes::border(int)"
int main() { return both(shapes::area, shapes::border); }
