typedef void (*function)(void);
static inline void run(function f) {
  f();
}
