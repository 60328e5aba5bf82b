// Open world: unknown code may call what is visible and read and write what it can reach. Closed: it does nothing.
// RUN: %mem2reg | %open | FileCheck %s --check-prefix=OPEN
// RUN: %mem2reg | %pta | FileCheck %s --check-prefix=CLOSED
int a, escaped_target;
int *unknown_source(int **);
extern int *shared;
extern int *(*hook)(int *);
static int *kept = &a;           // never reaches unknown code
static int *leaked = &a;         // its address does
int *visible;                    // unknown code can name it
static int *secret(int *p) { return p; }
static int *passed(int *p) { return p; }
int *exported(int *p) { return p; }

int *r1, *r2, *r3;
// OPEN-DAG: kept (world.c:8) -> { a }
// OPEN-DAG: leaked (world.c:9) -> { <unknown>,{{.*}} a,
// OPEN-DAG: visible (world.c:10) -> { <unknown>,
// OPEN-DAG: r1 (world.c:15) -> { <unknown>,
// OPEN-DAG: r2 (world.c:15) -> { <unknown>,
// CLOSED-DAG: kept (world.c:8) -> { a }
// CLOSED-DAG: leaked (world.c:9) -> { a }
// CLOSED-DAG: visible (world.c:10) -> {}
// CLOSED-DAG: r1 (world.c:15) -> {}
// CLOSED-DAG: r2 (world.c:15) -> {}
// OPEN: function exported
// OPEN-NEXT: p (world.c:13) -> { <unknown>,
// main is called by the system, with memory of its own.
// OPEN: argv (world.c:{{[0-9]+}}) -> { <argv> }
// Its address was given away.
// OPEN: function passed
// OPEN-NEXT: p (world.c:12) -> { <unknown>,
// Called from here alone: no argument from elsewhere.
// OPEN: function secret
// OPEN-NEXT: p (world.c:11) -> { a }

int main(int argc, char **argv) {
  int local;
  r1 = unknown_source(&leaked);
  r2 = shared;
  hook = passed;
  r3 = secret(&a);
  asm volatile("" : : "r"(&local) : "memory");
  return *kept;
}
