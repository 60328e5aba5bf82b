static int one;
int *NAME = &one;
