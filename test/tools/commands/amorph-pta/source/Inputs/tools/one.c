extern int *said;
int one_is_used;
void help(void);
void usage(void) { said = &one_is_used; }
int main(void) { help(); return 0; }
