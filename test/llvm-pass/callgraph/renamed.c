// Static functions of one name in several units: by their files, without the number that linking appends.
// RUN: %clang -DFIRST -O0 -g -emit-llvm -c %s -o %t.a.bc && %clang -O0 -g -emit-llvm -c %s -o %t.b.bc
// RUN: %link %t.a.bc %t.b.bc -o %t.bc
// RUN: %opt -passes='amorph-pta<world=closed>,print<amorph-callgraph><json=%t.json;dot=%t.dot>' -disable-output %t.bc | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: FileCheck --check-prefix=DOT %s < %t.dot
// CHECK: renamed.c:[[#@LINE+10]] in hidden: {{.*}}renamed.c:other{{$}}
// CHECK: renamed.c:[[#@LINE+19]] in main: {{.*}}renamed.c:hidden{{$}}
// JSON: "function": "hidden"
// JSON: renamed.c:hidden"
// DOT-DAG: "main" -> "{{.*}}renamed.c:hidden" [style=dashed];
#ifdef FIRST
static void other(void) {}
static void (*to)(void) = other;
static void hidden(void) {
  other();
  to();
}
void first(void) { hidden(); }
#else
void first(void);
static void other(void) {}
static void hidden(void) { other(); }
static void (*volatile to)(void) = hidden;
int main(void) {
  first();
  to();
  return 0;
}
#endif
