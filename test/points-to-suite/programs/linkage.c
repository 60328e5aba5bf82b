// Aliases, weak functions, constructors and destructors of the program, functions found in a section.
#include <assert.h>
static int x, y, z;
static int *started;
__attribute__((constructor)) static void begin(void) { started = &x; }
static int *real(void) { return &y; }
static int *other(void) __attribute__((alias("real")));
extern int *missing(void) __attribute__((weak));
__attribute__((weak)) int *replaceable(void) { return &z; }
typedef int *(*maker)(void);
static int *first_maker(void) { return &x; }
static int *second_maker(void) { return &z; }
__attribute__((section("makers"), used)) static maker first = first_maker;
__attribute__((section("makers"), used)) static maker second = second_maker;
extern maker __start_makers[], __stop_makers[];
static maker table[] = {real, 0};
int main(int argc, char **argv) {
  int *p = started;                      //@ may p: x
  int *q = other();                      //@ may q: y
  maker f = argc > 5 ? missing : table[0];
  int *r = f();                          //@ may-callees: real //@ may r: y
  int *s = replaceable();                //@ may s: z
  int *t = 0;
  for (maker *m = __start_makers; m != __stop_makers; m++) t = (*m)();  //@ open: may-callees: <unknown code> //@ closed: may-callees: first_maker, second_maker
  assert(p == &x && q == &y && r == &y && s == &z && t == &z);
  //@ points-to started: x //@ open: may-callers first_maker: <unknown code> //@ open: may-callers second_maker: <unknown code>
  return 0;
}
