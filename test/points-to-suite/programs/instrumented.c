// Calls that -finstrument-functions inserts.
#include <assert.h>
static int x;
static int *(*last)(void);
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *site) { last = (int *(*)(void))f; }
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *site) {}
static int *get(void) { return &x; }
int main(void) {
  get();
  int *p = last();    //@ may p: x  //@ may-callees: get
  assert(p == &x);
  *p = 1;
  return 0;
}
//@ flags -finstrument-functions
