#ifdef BROKEN
#error broken
#endif
extern int *said;
int two_is_used;
void help(void);
#ifndef NO_USAGE
void usage(void) { said = &two_is_used; }
#endif
int main(void) { help(); return 0; }
