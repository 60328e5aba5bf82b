// Variables that never live at the same time: an optimising compiler gives them one place on the stack.
//@ flags -O1
#include <assert.h>
static int x, y;
int **first_at, **second_at;
__attribute__((noinline)) void set_first(int **at) {
  first_at = at;      //@ may first_at: main::first
  at[1] = &x;         //@ points-to at: main::first
}
__attribute__((noinline)) void set_second(int **at) {
  second_at = at;     //@ may second_at: main::second
  at[1] = &y;         //@ points-to at: main::second
}
__attribute__((noinline)) void one(int **at) { *at[1] = 1; }
__attribute__((noinline)) void other(int **at) { *at[1] = 2; }
int main(void) {
  {
    int *first[4];
    set_first(first);
    one(first);       //@ points-to first[0]: x
  }
  {
    int *second[4];
    set_second(second);
    other(second);    //@ points-to second[0]: y
  }
  assert(x == 1 && y == 2);
  return 0;
}
