// A context's function is called; so is what runs in a process of its own, at the end of the program, or in a thread.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
static ucontext_t back, inside;
static char stack[65536], lower[65536];
static int x, y, ran, objects;
static void run(void) { ran = 1; }
static int apart(void *arg) {
  int *p = arg;  //@ points-to p: x
  return p != &x;
}
static int object(struct dl_phdr_info *info, size_t size, void *data) {
  int *p = data;  //@ points-to p: y
  objects += p == &y && info->dlpi_name != NULL;
  return 0;
}
static void at_end(int code, void *arg) {
  int *p = arg;  //@ points-to p: y
  if (p != &y) abort();
}
static void *thread(void *arg) { return arg; }
int main(void) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &back;
  makecontext(&inside, run, 0);
  swapcontext(&back, &inside);
  int code = 1;
  pid_t child = clone(apart, lower + sizeof lower, SIGCHLD, &x);
  if (child > 0) waitpid(child, &code, 0);
  dl_iterate_phdr(object, &y);
  on_exit(at_end, &y);
  pthread_t id;
  void *result;
  pthread_create(&id, NULL, thread, &x);
  struct timespec soon = {4000000000, 0};
  pthread_timedjoin_np(id, &result, &soon);
  int *joined = result;  //@ closed: points-to joined: x //@ open: may joined: x
  Dl_info info;
  assert(ran && objects > 0 && joined == &x && dladdr((void *)malloc, &info) != 0 && info.dli_sname != NULL);
  const char *symbol = info.dli_sname;  //@ not symbol: x, y
  return *symbol == 0 || (child > 0 && code != 0);
}
//@ callers run: makecontext (calls back) //@ callers apart: clone (calls back)
//@ callers object: dl_iterate_phdr (calls back) //@ callers at_end: on_exit (calls back)
