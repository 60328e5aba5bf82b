static int n;
static void act(void) { n++; }
void (*run_two)(void) = act;
int call_two(void) { run_two(); return n; }
