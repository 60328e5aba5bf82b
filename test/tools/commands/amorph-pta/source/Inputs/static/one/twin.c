static int n;
static void act(void) { n++; }
void (*run_one)(void) = act;
int call_one(void) { run_one(); return n; }
