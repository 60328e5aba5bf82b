struct handler { int (*call)(void *); void *context; };
extern struct handler *handlers;
int register_handler(int (*call)(void *), void *context);
int run_handlers(void);
