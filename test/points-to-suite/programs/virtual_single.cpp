// Virtual calls: the overriders of the classes that are made, and no others; destructors through the base.
#include <cassert>
static int x, y, destroyed;
struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  virtual int *data() { return nullptr; }
};
struct Square : Shape {
  int *kept;
  explicit Square(int *p) : kept(p) {}
  ~Square() override { destroyed += 1; }
  int area() const override { return 4; }
  int *data() override { return kept; }
};
struct Circle final : Shape {
  ~Circle() override { destroyed += 10; }
  int area() const override { return 3; }
  int *data() override { return &y; }
};
struct NeverMade : Shape {
  int area() const override { return 0; }
};
static Shape *make(int n) {
  if (n == 0) return new Square(&x);  //@ site square
  return new Circle;                  //@ site circle
}
int main() {
  Shape *a = make(0), *b = make(1);
  int total = a->area() + b->area();  //@ may-callees: Square::area() const, Circle::area() const //@ not-callees: NeverMade::area() const
  int *p = a->data();                 //@ may-callees: Square::data(), Circle::data() //@ may p: x, y
  Circle own;
  Shape &r = own;
  int *q = r.data();                  //@ may-callees: Circle::data() //@ not-callees: Square::data() //@ points-to q: y
  assert(total == 7 && p == &x && q == &y);
  delete a;                           //@ may-callees: Square::~Square(), Circle::~Circle() //@ not-callees: NeverMade::~NeverMade()
  delete b;
  assert(destroyed == 11);
  return 0;
}
//@ points-to main::a: operator new@{square}, operator new@{circle} //@ may-callers Circle::area() const: main
