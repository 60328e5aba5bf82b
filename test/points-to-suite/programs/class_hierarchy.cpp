// A virtual call reaches functions of the class that its pointer is declared with, and of those derived from it.
#include <cassert>
#include <memory>
struct Shape {
  virtual int area() const { return 1; }
  virtual ~Shape() {}
};
struct Square : Shape {
  int area() const override { return 4; }
};
struct Tile : Square {
  int area() const override;
};
int Tile::area() const { return 5; } // Its table is in one unit, so that the debug information does not name it.
struct Task {
  virtual int run() { return 10; }
  virtual ~Task() {}
};
struct Job : Task {
  int run() override { return 11; }
};
// Both: the second base's table is within the object.
struct Drawing : Shape, Task {
  int area() const override { return 6; }
  int run() override { return 12; }
};
struct Root {
  virtual int id() { return 20; }
};
struct Left : virtual Root {
  int id() override { return 21; }
};
struct Right : virtual Root {};
struct Both : Left, Right {};
namespace {
struct Hidden : Shape {
  int area() const override { return 7; }
};
} // namespace
struct Unrelated {
  virtual int other() { return 30; }
};
static void *any[8]; // objects of all classes, and nothing is known of what is where
static int stored = 0;
static void keep(void *object) { any[stored++] = object; }
static int area_of(const Shape *s) {
  return s->area(); //@ callees: Shape::area() const, Square::area() const, Tile::area() const, Drawing::area() const, (anonymous namespace)::Hidden::area() const
}
static int square_of(const Square *s) {
  return s->area(); //@ callees: Square::area() const, Tile::area() const
}
static int run(Task *t) {
  return t->run(); //@ may-callees: Task::run(), Job::run() //@ not-callees: Shape::area() const, Root::id()
}
static int id(Root *r) {
  return r->id(); //@ not-callees: Task::run(), Unrelated::other()
}
int main() {
  Shape shape;
  Square square;
  Tile tile;
  Task task;
  Job job;
  Drawing drawing;
  Left left;
  Both both;
  Hidden hidden;
  Unrelated unrelated;
  keep(&shape), keep(&square), keep(&tile), keep(static_cast<Shape *>(&drawing));
  keep(static_cast<Shape *>(&hidden)), keep(&unrelated), keep(&task), keep(&job);
  int total = area_of(static_cast<Shape *>(any[0])) + area_of(static_cast<Shape *>(any[1])) +
              area_of(static_cast<Shape *>(any[2])) + area_of(static_cast<Shape *>(any[3])) +
              area_of(static_cast<Shape *>(any[4]));
  assert(total == 1 + 4 + 5 + 6 + 7);
  assert(square_of(static_cast<Square *>(any[2])) == 5);
  assert(run(static_cast<Task *>(any[7])) == 11 && run(&drawing) == 12);
  assert(id(&left) == 21 && id(&both) == 21);
  std::shared_ptr<Shape> shared = std::make_shared<Tile>();
  assert(shared->area() == 5); //@ not-callees: Task::run(), Root::id()
  return 0;
}
