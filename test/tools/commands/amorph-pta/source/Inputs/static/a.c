extern void (*ops[])(int *);
extern int x, y;
static int *cell;
static void hidden(int *p) { cell = p; }
void set_a(void) { ops[0] = hidden; hidden(&x); }
