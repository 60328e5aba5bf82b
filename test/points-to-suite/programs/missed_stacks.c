// Local variables, registers, thread-local and static variables, found by other ways than the address of a frame and
// the bounds of the data segment (docs/points-to-limits.md, "Missed targets": 12).
#define _GNU_SOURCE
#include <assert.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>
static int x, y;
static __thread int *own;
static int *hidden = &y;
static uintptr_t place;  // an address, which nothing can be found by
static int **found;
static char *stack;
static ucontext_t back, other;
static void coroutine(void) {
  int *volatile local = &x;
  place = ~(uintptr_t)&local;
  swapcontext(&other, &back);
}
static int is_there(const void *address) { return (uintptr_t)address == ~place; }
static int visit(struct dl_phdr_info *image, size_t size, void *unused) {
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
      continue;
    char *begin = (char *)(image->dlpi_addr + segment->p_vaddr);
    for (char *at = begin; at < begin + segment->p_memsz; at += 8)
      if (is_there(at))
        found = (int **)at;
  }
  return 0;
}
int main(void) {
  int *volatile local = &x;
  place = ~(uintptr_t)&local;
  // The stack: from its bounds, and from a saved register.
  pthread_attr_t attributes;
  void *low;
  size_t size;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &low, &size);
  int **top = (int **)((char *)low + size);
  while (!is_there(top))
    top--;
  *top = &x;                                          //@ not top: main::local //@ breaks always
  ucontext_t context;
  getcontext(&context);
  int **saved = (int **)context.uc_mcontext.gregs[REG_RSP];
  while (!is_there(saved))
    saved++;
  *saved = &x;                                        //@ not saved: main::local //@ breaks always
  // Memory that is a stack.
  getcontext(&other);
  stack = malloc(1 << 16);
  other.uc_stack = (stack_t){.ss_sp = stack, .ss_size = 1 << 16};
  makecontext(&other, coroutine, 0);
  swapcontext(&back, &other);
  int **word = (int **)stack;
  while (!is_there(word))
    word++;
  *word = &x;                                         //@ not word: coroutine::local //@ breaks always
  // Thread-local and static variables.
  own = &x;
  place = ~(uintptr_t)&own;
  int **thread = __builtin_thread_pointer();
  while (!is_there(thread))
    thread--;
  int *p = *thread;                                   //@ breaks always
  *p = 1;                                             //@ not p: x //@ breaks always
  place = ~(uintptr_t)&hidden;
  dl_iterate_phdr(visit, 0);
  int *q = *found;                                    //@ not found: hidden //@ breaks always
  *q = 1;                                             //@ not q: y //@ breaks always
  assert(p == &x && q == &y);
  return 0;
}
