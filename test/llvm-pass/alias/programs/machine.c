// A small virtual machine: a table of operations, a stack that moves when it grows, values that are tagged unions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag { INT, REF, STR };
struct value { enum tag tag; union { long i; struct value *ref; char *str; } u; };
struct vm { struct value *stack, *top, *limit; long *counter; struct value globals[8]; };
typedef void (*op)(struct vm *, int);

static long counters[2];

static void push(struct vm *m, struct value v) {
  if (m->top == m->limit) {
    size_t n = (size_t)(m->top - m->stack), cap = n ? 2 * n : 4;
    struct value *old = m->stack;
    m->stack = realloc(m->stack, cap * sizeof *m->stack);
    // References into the stack move with it.
    for (size_t i = 0; i < n; i++)
      if (m->stack[i].tag == REF && (size_t)((char *)m->stack[i].u.ref - (char *)old) < n * sizeof *old)
        m->stack[i].u.ref = m->stack + (m->stack[i].u.ref - old);
    m->top = m->stack + n;
    m->limit = m->stack + cap;
  }
  *m->top++ = v;
}
static struct value pop(struct vm *m) { return *--m->top; }
static struct value integer(long i) { struct value v = {INT, {.i = i}}; return v; }

static void op_push(struct vm *m, int a) { push(m, integer(a)); }
static void op_add(struct vm *m, int a) { struct value x = pop(m), y = pop(m); push(m, integer(x.u.i + y.u.i + a)); }
static void op_store(struct vm *m, int a) { m->globals[a & 7] = pop(m); }
static void op_load(struct vm *m, int a) { push(m, m->globals[a & 7]); }
static void op_ref(struct vm *m, int a) { struct value v = {REF, {.ref = &m->globals[a & 7]}}; push(m, v); }
static void op_through(struct vm *m, int a) {
  struct value r = pop(m);
  if (r.tag == REF && r.u.ref->tag == INT) {
    long before = r.u.ref->u.i;
    if (m->globals[a & 7].tag == INT) m->globals[a & 7].u.i += 5;   // may be what the reference points to
    push(m, integer(before + r.u.ref->u.i));
  } else {
    push(m, r);
  }
}
static void op_count(struct vm *m, int a) { *m->counter += a; m->counter = &counters[a & 1]; counters[0] ^= 3; }
static const op table[] = {op_push, op_add, op_store, op_load, op_ref, op_through, op_count};

int main(void) {
  struct vm m = {0};
  m.counter = &counters[0];
  unsigned s = 7;
  for (int i = 0; i < 5000; i++) {
    s = s * 1664525 + 1013904223;
    int which = (int)(s >> 24) % 7, arg = (int)(s >> 12) & 15;
    if (m.top - m.stack < 2 && (which == 1 || which == 2 || which == 5)) which = 0;
    if (which == 1 && (m.top[-1].tag != INT || m.top[-2].tag != INT)) which = 3;
    table[which](&m, arg);
    if (m.top - m.stack > 60) while (m.top - m.stack > 3) pop(&m);
  }
  long sum = counters[0] * 3 + counters[1];
  for (int i = 0; i < 8; i++) sum = sum * 31 + (m.globals[i].tag == INT ? m.globals[i].u.i : (long)m.globals[i].tag);
  for (struct value *v = m.stack; v != m.top; v++) if (v->tag == INT) sum = sum * 17 + v->u.i;
  printf("%ld %ld\n", sum, (long)(m.top - m.stack));
  return 0;
}
