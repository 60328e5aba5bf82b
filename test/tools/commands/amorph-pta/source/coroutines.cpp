// A coroutine is several functions with the same calls: each callee once. Of copies of a call, one may reach nothing.
// RUN: amorph-pta %s -q --limit 0 --callees coroutines.cpp:28 --callees coroutines.cpp:32 --callees start -- -std=c++20 | FileCheck %s
// CHECK: callees coroutines.cpp:28:{{$}}
// CHECK-NEXT: {{^}}  one() indirect function
// CHECK-NEXT: callees coroutines.cpp:32:{{$}}
// CHECK-NEXT: {{^}}  one() indirect function
// CHECK-NEXT: callees start:{{$}}
// CHECK: {{^}}  one() indirect function
// CHECK-NOT: one()
// Objects that have one name, as of instances of a template, are listed once.
// RUN: amorph-pta %s -q --wrappers off --points-to main::made -- -std=c++20 | FileCheck %s --check-prefix=MADE
// MADE: points-to main::made:
// MADE-NEXT: {{^}}  operator new@coroutines.cpp:[[#]] heap
// MADE-NOT: operator new
#include <coroutine>
struct task {
  struct promise_type {
    task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
static int one() { return 1; }
template <int n> int called(int (*f)()) {
  return f();
}
task start(int (*f)()) {
  int n =
      f();
  co_yield n;
}
template <int n> int *make() { return new int(n); }
int main(int argc, char **) {
  start(one);
  int *made = argc ? make<1>() : make<2>();
  return called<1>(one) + called<2>(nullptr) + *made;
}
