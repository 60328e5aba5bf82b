// Arrays of a size known at run time, alloca, compound literals, cleanup functions, labels as values.
#include <alloca.h>
#include <assert.h>
static int x, y, z, cleaned;
struct pair { int *a, *b; };
static void clean(int **p) {
  cleaned += *p == &y;  //@ points-to p: scoped::held
}
static void scoped(void) {
  __attribute__((cleanup(clean))) int *held = &y;
  (void)held;
}
static int *of(const struct pair *p) { return p->b; }
static int *machine(int n) {
  static void *const labels[] = {&&one, &&two, &&end};
  int *p = 0;
  goto *labels[n];
one:
  p = &x;
  goto *labels[2];
two:
  p = &y;
end:
  return p;
}
int main(int argc, char **argv) {
  int *many[argc + 2];
  for (int i = 0; i < argc + 2; i++) many[i] = i ? &x : &y;
  int *p = many[argc];                        //@ points-to p: x, y
  int **room = alloca((argc + 1) * sizeof *room);
  room[argc] = &z;
  int *q = room[argc];                        //@ points-to q: z
  int *r = of(&(struct pair){&x, &z});        //@ points-to r: z
  struct pair *made = (struct pair[]){{&x, &y}, {&y, &z}};
  int *s = made[argc].a;                      //@ points-to s: x, y
  int *t = machine(1);                        //@ may t: x, y
  int *u = ({ int *inner = &z; inner; });     //@ points-to u: z
  scoped();
  assert(p == &x && q == &z && r == &z && s == &y && t == &y && u == &z && cleaned == 1);
  //@ alias many room: no //@ alias p q: no
  return 0;
}
