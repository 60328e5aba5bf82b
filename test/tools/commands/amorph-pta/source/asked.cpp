// Each call that print<amorph-callgraph> prints can be asked for by what it prints: of coroutines and their parts, of
// functions inlined, of functions without debug information, static ones of one name too.
// RUN: rm -rf %t && mkdir %t
// RUN: clang++ -std=c++20 -O0 -g -c -emit-llvm %s -o %t/O0.bc && clang++ -std=c++20 -O2 -g -c -emit-llvm %s -o %t/O2.bc
// RUN: clang++ -std=c++20 -O1 -c -emit-llvm %s -o %t/placeless.bc && clang++ -std=c++20 -O1 -gmlt -c -emit-llvm %s -o %t/lines.bc
// RUN: clang -O0 -g -c -emit-llvm %inputs/static/one/twin.c -o %t/one.bc && clang -O0 -g -c -emit-llvm %inputs/static/two/twin.c -o %t/two.bc
// RUN: clang -O0 -g -c -emit-llvm %inputs/static/twins.c -o %t/main.bc && llvm-link %t/one.bc %t/two.bc %t/main.bc | opt -passes=instnamer -o %t/twins.bc
// RUN: opt -passes=strip %t/twins.bc -o %t/nameless.bc
// RUN: %python %inputs/ask_all.py %plugin %t/O0.bc %t/O2.bc %t/placeless.bc %t/lines.bc %t/twins.bc %t/nameless.bc
// All parts of a coroutine, and one of them.
// RUN: amorph-pta %t/O2.bc --callees 'work' --callees 'work(int) (.resume)' | FileCheck %s
// CHECK: callees work:
// CHECK: {{^}}  up() indirect function
// CHECK: callees work(int) (.resume):
// CHECK: {{^}}  up() indirect function
namespace std {
template <class T, class...> struct coroutine_traits { using promise_type = typename T::promise_type; };
template <class P = void> struct coroutine_handle {
  void *address;
  static coroutine_handle from_address(void *a) { return {a}; }
  template <class Q> coroutine_handle(coroutine_handle<Q> h) : address(h.address) {}
  coroutine_handle(void *a) : address(a) {}
  void resume() { __builtin_coro_resume(address); }
  void destroy() { __builtin_coro_destroy(address); }
};
struct suspend_always {
  bool await_ready() noexcept { return false; }
  void await_suspend(coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
}
static int n;
static void up() { n++; }
static void down() { n--; }
static void (*table[])() = {up, down};
static std::coroutine_handle<> kept(nullptr);
struct task {
  struct promise_type {
    task get_return_object() { kept = {__builtin_coro_promise(this, 16, true)}; return {}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
task work(int i) {
  table[i]();
  co_await std::suspend_always{};
  table[1]();
}
int main(int argc, char **) {
  work(argc - 1);
  kept.resume();
  kept.resume();
  kept.destroy();
  return n;
}
