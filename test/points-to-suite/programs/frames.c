// A conservative collector: it finds objects in the stack frames and in the data segment, by their addresses alone. Objects
// are aligned as nothing else is: a word that looks like an address leads to an object. A scan may also start at the register
// that holds the top of the stack, or end where the library says the stack does.
#include <assert.h>
#include <stdint.h>
struct object { _Alignas(64) void (*act)(void); long tag; };
static int n;
static void on_stack(void) { n++; }
static void in_data(void) { n++; }
static struct object kept = {in_data, 0x7654321};
static struct object *volatile data_root;
extern char __data_start[], _end[];
extern void *__libc_stack_end;
register uintptr_t top __asm__("rsp");
static void from_register(void) { n++; }
static void from_the_end(void) { n++; }
static void scan(char *low, char *high, long tag) {
  for (char *p = (char *)((uintptr_t)low + 7 & -8); p < high; p += 8) {
    struct object *o = *(struct object **)p;
    if ((uintptr_t)o > (uintptr_t)low && (uintptr_t)o < (uintptr_t)high && (uintptr_t)o % 64 == 0 && o->tag == tag) {
      o->act();  //@ may-callees: on_stack, in_data
      return;
    }
  }
}
struct marked { long tag; void (*act)(void); };
__attribute__((noinline)) static void scan_up(char *high) {
  for (char *p = (char *)top; p < high; p += 8) {
    struct marked *m = (struct marked *)p;
    if (m->tag == 0x3456789) {  //@ breaks types=variables types=declared preset=c preset=auto
      m->act();  //@ may-callees: from_register, from_the_end
      return;
    }
  }
}
__attribute__((noinline)) static void scan_down(void) {
  for (char *p = (char *)__libc_stack_end - 16;; p -= 8) {
    struct marked *m = (struct marked *)p;
    if (m->tag == 0x4567890) {  //@ breaks types=variables types=declared preset=c preset=auto
      m->act();  //@ may-callees: from_register, from_the_end
      return;
    }
  }
}
__attribute__((noinline)) static void collect(char *high) {
  scan(__builtin_frame_address(0), high, 0x12345678);
  scan(__data_start, _end, 0x7654321);
}
int main(void) {
  struct object o = {on_stack, 0x12345678};
  struct object *volatile root = &o;
  data_root = &kept;
  collect(__builtin_frame_address(0));
  volatile struct marked by_register = {0x3456789, from_register}, by_end = {0x4567890, from_the_end};
  scan_up((char *)__builtin_frame_address(0));
  scan_down();
  assert(n == 4);
  return 0;
}
