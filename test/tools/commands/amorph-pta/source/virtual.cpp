// A virtual call reaches the overriders of its own function, of the classes that are made.
// RUN: amorph-pta %s --callees virtual.cpp:21 --callees virtual.cpp:22 --points-to 'main::a->kept' -- -std=c++20 | FileCheck %s
// CHECK: callees virtual.cpp:21:
// CHECK-DAG: B::f(int*)
// CHECK-DAG: C::f(int*)
// CHECK-NOT: g()
// CHECK: callees virtual.cpp:22:
// CHECK-NEXT: A::g()  indirect function
// CHECK-NEXT: points-to main::a->kept:
// CHECK-NEXT: value  global
struct A {
  virtual int f(int *) { return 0; }
  virtual int g() { return 1; }
  int *kept = nullptr;
};
struct B : A { int f(int *p) override { kept = p; return 1; } };
struct C : A { int f(int *p) override { return *p; } };
int value;
int main(int n, char **) {
  A *a = n > 1 ? static_cast<A *>(new B) : new C;
  return a->f(&value) +
         a->g();
}
