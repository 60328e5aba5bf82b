typedef int (*getter)(void);
int call_of_block(int number);
