// Constants are not written: what is stored through a pointer that may point to one goes to variables alone. What is
// const in the source, but written while the program runs, is no constant.
#include <cassert>
#include <cstdlib>
static int x, y, z;
static int *get_x() { return &x; }
static int *get_y() { return &y; }
struct operations { int *(*get)(); int *data; };
static int *const fixed[2] = {&x, &x};
static int *cells[2] = {&x, &x};
static const operations fixed_operations = {get_x, &x};
static operations operations_now = {get_x, &x};
static int **either(int n, int **one, int **other) { return n ? one : other; }
static int *choose() { return &z; }
static int *const computed = choose();                    // written by its initialiser
struct counter { mutable int *last; int *first; };
static const counter counted = {&x, &x};                  // written although const
int main(int argc, char **) {
  int **cell = either(argc > 1, const_cast<int **>(fixed), cells);
  if (argc == 1) *cell = &y;
  int *p = fixed[argc & 1];                               //@ points-to p: x //@ why p y: no
  int *q = cells[0];                                      //@ points-to q: x, y
  operations *o = argc > 1 ? const_cast<operations *>(&fixed_operations) : &operations_now;
  if (argc == 1) o->data = &y, o->get = get_y;
  int *data = fixed_operations.data, *now = operations_now.data;    //@ points-to data: x //@ may now: x, y
  int *from = fixed_operations.get();                     //@ callees: get_x() //@ points-to from: x
  int *to = operations_now.get();                         //@ may-callees: get_x(), get_y() //@ may to: x, y
  char *text = argc > 1 ? const_cast<char *>("12345678") : static_cast<char *>(calloc(1, 8));
  if (argc == 1) *reinterpret_cast<int **>(text) = &y;
  int *read = *reinterpret_cast<int *const *>(text);      //@ points-to read: y
  const char *literal = "87654321";
  int *none = argc > 1 ? *reinterpret_cast<int *const *>(literal) : nullptr;  //@ points-to none:
  counted.last = &y;
  int *last = counted.last;                               //@ may last: x, y
  int *z_now = computed;                                  //@ points-to z_now: z
  assert(p == &x && q == &y && data == &x && now == &y && from == &x && to == &y && read == &y && !none);
  assert(last == &y && z_now == &z);
  return 0;
}
