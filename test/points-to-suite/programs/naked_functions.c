// The assembly of a naked function finds its parameters in registers.
#include <assert.h>
static int x;
__attribute__((naked)) static int *same(int *p) { __asm__("movq %rdi, %rax; ret"); }
__attribute__((naked)) int *same2(int *p) { __asm__("movq %rdi, %rax; ret"); }
int main(void) {
  int *p = same(&x);  //@ may p: x
  int *q = same2(&x);  //@ may q: x
  assert(p == &x && q == &x);
  *p = 1; *q = 2;
  return 0;
}
