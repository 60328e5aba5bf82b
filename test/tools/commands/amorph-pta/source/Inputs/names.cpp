// Names that no expression has: bytes of memory, elements' fields, tables of virtual functions, references kept.
#include <cstdlib>
struct base { virtual int f() { return 0; } int *kept; };
struct row { int *value; row *next; };
static int x; static row table[4] = {{&x, table}};
static void store(int *&place) { place = &x; }
int main() {
  void **raw = static_cast<void **>(realloc(nullptr, 64)); raw[7] = &x;
  row *made = static_cast<row *>(malloc(sizeof(row))); made->next = table; store(made->value);
  union { struct { int *p; } u; long n; } t[2] = {}; t[1].u.p = &x;
  int *&r = made->value;
  base *b = new base; b->kept = r;
  return *r + *t[1].u.p + b->f() + (raw[7] == made->next);
}
