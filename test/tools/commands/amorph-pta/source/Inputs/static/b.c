void (*ops[2])(int *);
int x, y;
static int *cell;
static void hidden(int *p) { int *q = p; cell = q; }
void set_a(void);
int main(int count, char **words) {
  set_a();
  ops[1] = hidden;
  hidden(&y);
  ops[count & 1](&x);
  return *cell;
}
