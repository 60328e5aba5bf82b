// An object with methods in C: the function pointers of an interface, each kind of object with its own.
#include <assert.h>
#include <stdlib.h>
struct stream;
struct interface { int (*read)(struct stream *); void (*close)(struct stream *); };
struct stream { const struct interface *does; void *own; };
static int file_read(struct stream *s) { return *(int *)s->own; }
static void file_close(struct stream *s) { free(s->own); }
static int null_read(struct stream *s) { return s->own ? -2 : -1; }
static void null_close(struct stream *s) { s->own = 0; }
static const struct interface file = {file_read, file_close}, null = {null_read, null_close};
static struct stream *open_file(void) {
  struct stream *s = malloc(sizeof *s);
  s->does = &file;
  s->own = malloc(sizeof(int));  //@ site own
  *(int *)s->own = 3;
  return s;
}
static struct stream *open_null(void) {
  struct stream *s = malloc(sizeof *s);
  *s = (struct stream){&null, 0};
  return s;
}
static int drain(struct stream *s) {
  int n = s->does->read(s);  //@ callees: file_read, null_read
  s->does->close(s);         //@ callees: file_close, null_close
  return n;
}
int main(void) {
  struct stream *f = open_file(), *n = open_null();
  int only = n->does->read(n);  //@ callees: null_read
  void *own = f->own;           //@ points-to own: malloc@{own}
  assert(own != 0 && only == -1 && drain(f) == 3 && drain(n) == -1);
  //@ alias f n: no //@ points-to f->does: file //@ points-to n->does: null //@ points-to f->does->read: file_read
  return 0;
}
//@ callers file_read: drain //@ callers null_read: drain, main //@ why open_file::s malloc@{own}: no
