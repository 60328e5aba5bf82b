// Several bases: the second lies within; casts there and back, also dynamic ones.
#include <cassert>
static int x, y, z;
struct Reader {
  int *from = &x;
  virtual int *read() { return from; }
  virtual ~Reader() = default;
};
struct Writer {
  int *to = &y;
  virtual int *write(int *p) { return to = p; }
  virtual ~Writer() = default;
};
struct Both : Reader, Writer {
  int *own = nullptr;
  int *read() override { return own; }
  int *write(int *p) override {
    own = p;
    return Writer::write(p);
  }
};
int main(int argc, char **) {
  Both both;
  Reader *r = &both;
  Writer *w = &both;  //@ alias r w: no
  int *p = w->write(&z);  //@ may-callees: Both::write(int*) //@ may p: z
  int *q = r->read();     //@ may-callees: Both::read() //@ may q: z
  Both *back = static_cast<Both *>(w);
  Writer plain;
  Writer *either = argc > 5 ? &plain : w;
  int *e = either->write(&x);  //@ may e: x
  Both *dynamic = dynamic_cast<Both *>(either);
  Reader *across = dynamic_cast<Reader *>(w);
  int *s = across->from;  //@ may s: x
  int *t = dynamic->own;  //@ may t: x, z
  assert(p == &z && q == &z && back == &both && e == &x && dynamic == &both && s == &x && t == &x);
  //@ may back: main::both //@ may dynamic: main::both //@ points-to r: main::both //@ may plain.to: x, y
  return 0;
}
