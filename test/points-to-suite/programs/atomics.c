// Atomic exchange of pointers, thread-local ones, volatile ones.
#include <assert.h>
#include <stdatomic.h>
static int x, y, z;
static _Atomic(int *) shared = &x;
static _Thread_local int *own = &y;
static int *volatile watched;
struct node { struct node *next; int *value; };
static _Atomic(struct node *) top;
static void push(struct node *n) {
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &n->next, n)) {}
}
static struct node *pop(void) {
  struct node *n = atomic_load(&top);
  while (n && !atomic_compare_exchange_weak(&top, &n, n->next)) {}
  return n;
}
int main(void) {
  int *old = atomic_exchange(&shared, &z);      //@ may old: x, z
  int *now = atomic_load(&shared);              //@ may now: x, z
  int *expected = now;
  _Bool done = atomic_compare_exchange_strong(&shared, &expected, &y);  //@ points-to shared: x, y, z
  int *last = __sync_val_compare_and_swap(&watched, 0, &x);
  int *swapped = __atomic_exchange_n(&watched, &y, __ATOMIC_SEQ_CST);  //@ points-to swapped: x, y
  int *mine = own;                              //@ points-to mine: y
  struct node a = {0, &x}, b = {0, &z};
  push(&a);
  push(&b);
  struct node *n = pop();                       //@ may n: main::a, main::b
  int *v = n->value;                            //@ may v: z, x
  assert(old == &x && now == &z && done && !last && swapped == &x && mine == &y && n == &b && v == &z);
  //@ alias mine v: no
  return 0;
}
