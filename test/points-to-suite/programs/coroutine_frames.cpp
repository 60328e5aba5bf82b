// A coroutine is several functions, which find their frame by its handle.
#include <cassert>
#include <coroutine>
static int x;
static int *seen;
struct task {
  struct promise_type;
  using handle_t = std::coroutine_handle<promise_type>;
  struct final_awaiter {
    bool await_ready() noexcept { return false; }
    void await_suspend(handle_t h) noexcept;
    void await_resume() noexcept {}
  };
  struct promise_type {
    int *result;
    task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(int *p) { result = p; }
    void unhandled_exception() {}
  };
};
void task::final_awaiter::await_suspend(handle_t h) noexcept {
  promise_type *p = &h.promise();
  seen = p->result;  //@ may seen: x
  h.destroy();
}
static task run() { co_return &x; }
int main() {
  run();
  assert(seen == &x);
  *seen = 2;   //@ may seen: x
  return 0;
}
