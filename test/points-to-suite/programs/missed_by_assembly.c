// Code outside the module that a closed world takes no account of, assembly that finds what it does not name, and
// names that only the dynamic linker reads (docs/points-to-limits.md, "Missed targets": 5, 8, 9).
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
static int x, y;
static int *slot = &x;
static int *hidden = &x;
int *visible = &x;
// movq %rdi, %rax returns the parameter.
int *same(int *p);
__asm__("same: movq %rdi, %rax; ret");
// The name of the variable is composed by a macro.
__asm__(".macro getter name\n get_\\name: leaq hid\\name(%rip), %rax; ret\n .endm\n getter den");
int **get_den(void);
// The frame of the caller.
int **frame(void);
__asm__("frame: leaq 8(%rsp), %rax; ret");
// Another unit that returns the library's pointer to its table of character classes.
const unsigned short **table(void);
__asm__("table: jmp __ctype_b_loc@PLT");
// Another unit's conversion of printf, which keeps its argument.
void enroll(void);
int *converted(void);
__asm__("enroll: movl $89, %edi; leaq convert(%rip), %rsi; leaq size(%rip), %rdx; jmp register_printf_specifier@PLT\n"
        "size: movl $5, (%rdx); movl $8, (%rcx); movl $1, %eax; ret\n"
        "convert: movq (%rdx), %rax; movq (%rax), %rax; movq %rax, argument(%rip); xorl %eax, %eax; ret\n"
        "converted: movq argument(%rip), %rax; ret\n"
        ".local argument; .comm argument, 8");
int main(void) {
  int *volatile local = &y;
  int *p = same(&y);
  *p = 1;                                             //@ closed: not p: y //@ breaks always
  int *q = &y;
  __asm__ volatile("xchgq %0, %1" : "+r"(q), "+m"(slot));
  *q = 1;                                             //@ closed: not q: x //@ breaks always
  int *r = slot;
  *r = 1;                                             //@ closed: not r: y //@ breaks always
  int **s = dlsym(RTLD_DEFAULT, "visible");
  int *t = *s;                                        //@ closed: not s: visible //@ breaks always
  *t = 1;                                             //@ closed: not t: x //@ breaks always
  int **u = get_den();
  int *v = *u;                                        //@ not u: hidden //@ breaks always
  *v = 1;                                             //@ closed: not v: x //@ breaks always
  int **w = frame();
  while (w != &local)
    w++;
  *w = &x;                                            //@ not w: main::local //@ breaks always
  const unsigned short **t1 = __ctype_b_loc(), **t2 = table();  //@ alias t1 t2: no
  const unsigned short *read = *t2;
  assert(t1 == t2 && *t1 == read && isalpha('a'));
  static int z;
  const char *volatile format = "%Y";
  enroll();
  printf(format, &z);
  int *a = converted();
  *a = 1;                                             //@ not a: main::z //@ breaks always
  assert(z == 1);
  assert(p == &y && q == &x && r == &y && s == &visible && t == &x && u == &hidden && v == &x && *hidden == 1);
  return 0;
}
//@ flags -rdynamic
//@ libraries -rdynamic
//@ options --exported
