// insque and remque link what the program gives them: each element begins with the next and the previous one.
#include <assert.h>
#include <search.h>
#include <stddef.h>
struct element {
  struct element *next, *previous;
  int *value;
};
static int x, y;
static struct element first, second, third, apart;
int main(void) {
  first.value = &x;
  second.value = &y;
  insque(&first, NULL);
  insque(&second, &first);
  insque(&third, &second);
  struct element *after = first.next;       //@ may after: second
  struct element *before = third.previous;  //@ may before: second
  int *v = first.next->value;               //@ may v: y
  assert(after == &second && before == &second && v == &y);
  remque(&second);
  struct element *now = first.next;         //@ may now: third //@ not now: apart
  struct element *back = third.previous;    //@ may back: first //@ not back: apart
  assert(now == &third && back == &first && apart.next == NULL);
  return x + y;
}
