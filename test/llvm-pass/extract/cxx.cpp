// C++: operator new, virtual calls, exceptions, dynamic_cast, references, static members, thread-locals.
// RUN: %cxx | %pta | FileCheck %s
int a, b, c;
struct base {
  int *held;
  explicit base(int *p) : held(p) {}
  virtual int *get() { return held; }
  virtual ~base() {}
};
struct left : base {
  using base::base;
  int *get() override { return &c; }
};
struct second {
  int *also;
  virtual int *more() { return also; }
};
struct both : left, second {
  explicit both(int *p) : left(p) { also = p; }
};

base *made;
int *virtual_result, *caught_value, *rethrown, *cast_result;
// CHECK-DAG: made (cxx.cpp:[[#@LINE-2]]) -> { operator new@cxx.cpp:40, operator new@cxx.cpp:39 }
// The virtual call reaches both functions through the objects' tables.
// CHECK-DAG: virtual_result (cxx.cpp:[[#@LINE-3]]) -> { a, b, c
// CHECK-DAG: caught_value (cxx.cpp:[[#@LINE-4]]) -> { b }
// CHECK-DAG: rethrown (cxx.cpp:[[#@LINE-5]]) -> { b{{(, __cxa_allocate_exception@cxx.cpp:[0-9]+)*}} }
// A cross cast moves within the object.
// CHECK-DAG: cast_result (cxx.cpp:[[#@LINE-7]]) -> { {{.*}}b
thread_local int *tls = &a;
int *from_tls;
// CHECK-DAG: from_tls (cxx.cpp:[[#@LINE-1]]) -> { a, b }

struct error {
  int *what;
};
static base *make(int k) {
  return k ? new base(&a)
           : new left(&b);
}
static void thrower(int k) {
  if (k)
    throw error{&b};
}
int main(int argc, char **argv) {
  made = make(argc);
  virtual_result = made->get();
  try {
    thrower(argc);
  } catch (const error &e) {
    caught_value = e.what;
  }
  try {
    throw &b;
  } catch (int *p) {
    rethrown = p;
  }
  second *s = dynamic_cast<second *>(static_cast<base *>(new both(&b)));
  cast_result = s->more();
  tls = &b;
  from_tls = tls;
  return 0;
}
