extern int *said;
int **at_start;
__attribute__((constructor)) static void begin(void) { at_start = &said; }
