int *said;
#ifdef PIC
int independent, *which = &independent;
#else
int other, *which = &other;
#endif
void usage(void);
void help(void) { usage(); }
