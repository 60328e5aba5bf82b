// What a thread is started with, and what it returns to who waits for it; values of threads.
#include <assert.h>
#include <pthread.h>
struct job { int *input; int *output; };
static int x, y, made;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void drop(void *p) { (void)p; }  //@ closed: points-to p: x //@ open: may p: x
static void make(void) { made = 1; pthread_key_create(&key, drop); }
static void *work(void *given) {
  struct job *j = given;  //@ points-to j: main::job
  *j->input = 1;
  pthread_once(&once, make);
  pthread_setspecific(key, j->input);
  int *mine = pthread_getspecific(key);  //@ closed: points-to mine: x //@ open: may mine: x
  assert(mine == &x);
  return j->output;
}
int main(void) {
  struct job job = {&x, &y};
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, &job);
  pthread_join(t, &result);
  int *r = result;  //@ closed: points-to r: y //@ open: may r: y
  assert(r == &y && x == 1 && made);
  return 0;
}
//@ callers work: pthread_create (calls back) //@ callers make: pthread_once (calls back)
//@ callers drop: pthread_key_create (calls back)
