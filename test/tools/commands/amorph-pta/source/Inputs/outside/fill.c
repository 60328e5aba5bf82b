extern int *g, x;
void hook(int *p);
void fill(void) {
  g = &x;
#ifdef BROKEN
  undeclared;
#endif
  hook(&x);
}
