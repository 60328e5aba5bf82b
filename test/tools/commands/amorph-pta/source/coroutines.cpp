// A coroutine is several functions with the same calls: each callee once. Of copies of a call, one may reach nothing.
// RUN: amorph-pta %s -q --limit 0 --callees coroutines.cpp:23 --callees coroutines.cpp:27 --callees start -- -std=c++20 | FileCheck %s
// CHECK: callees coroutines.cpp:23:{{$}}
// CHECK-NEXT: {{^}}  one() indirect function
// CHECK-NEXT: callees coroutines.cpp:27:{{$}}
// CHECK-NEXT: {{^}}  one() indirect function
// CHECK-NEXT: callees start:{{$}}
// CHECK: {{^}}  one() indirect function
// CHECK-NOT: one()
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
int main() { start(one); return called<1>(one) + called<2>(nullptr); }
