// Thunks stand for the function behind them, and the symbols of a destructor for it. A call that reaches nothing is
// told.
// RUN: amorph-pta %s --callees thunks.cpp:19 --callers 'D::h' --callers 'D::~D' --callees thunks.cpp:21 -- 2>&1 | FileCheck %s
// Calls through virtual tables convert no pointer.
// CHECK-NOT: warning
// CHECK: callees thunks.cpp:19:
// CHECK-NEXT: D::h() {{.*}}indirect function
// CHECK-NEXT: callers D::h:
// CHECK-NEXT: main {{.*}}thunks.cpp:19
// CHECK-NEXT: callers D::~D:
// CHECK: main {{.*}}indirect function
// CHECK: callees thunks.cpp:21: (a call through a pointer reaches no function by the assumptions of preset c; --preset strict has fewer;
int elsewhere();
struct C { virtual int f() { return 0; } virtual ~C() {} };
struct M { virtual int h() { return 6; } virtual ~M() {} };
struct D : C, M { int h() override { return 7; } ~D() {} };
int main() {
  M *m = new D;
  int r = m->h();
  int (*none)(int) = nullptr;
  if (r == 1) r = none(elsewhere());
  delete m;
  return r - 7;
}
