// Functions that the source converts to another type and calls by it: with fewer parameters, more, others, no result.
#include <assert.h>
struct hook;
typedef int (*hookfn)(struct hook *, void *);
struct hook { hookfn fn[2]; };
static int count, never;
static int proper(struct hook *h, void *d) { return 0; }
static int fewer(void) { count++; return 0; }
static int assigned(void) { count++; return 0; }
static int passed(void) { count++; return 0; }
static void without_result(struct hook *h, void *d) { count++; }
static int more(struct hook *h, void *d, int unread) { count++; return 0; }
static int numbers(long x, long y) { count++; return 0; }
static int other(long x) { never++; return 0; }
static int (*other_pointer)(long) = other;
static struct hook initial = {{proper, (hookfn)fewer}}, one, two, three;
static int call(hookfn f) {
  return f(0, 0);  //@ callees: passed
}
static hookfn made(void) { return (hookfn)numbers; }
int main(void) {
  for (int i = 0; i < 2; i++)
    initial.fn[i](&initial, 0);  //@ callees: fewer, proper
  one.fn[0] = (hookfn)assigned;
  one.fn[0](&one, 0);            //@ callees: assigned
  call((hookfn)passed);
  two.fn[0] = (hookfn)without_result;
  two.fn[0](&two, 0);            //@ callees: without_result
  three.fn[0] = (hookfn)more;
  three.fn[0](&three, 0);        //@ callees: more
  hookfn f = made();
  f(&one, 0);                    //@ callees: numbers
  if (never) other_pointer(1);   //@ callees: other
  assert(count == 6);
  return 0;
}
//@ callers fewer: main //@ unused-address-taken:
