// What library functions touch, as their models say: each word of the language on a function of its own, in a closed
// world. A global's value is forwarded across a call that cannot touch it (the difference is 0), and is read again
// after one that can.
// RUN: %clang -w -O1 -emit-llvm -c %s -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;world=closed;models=%S/Inputs/words.models>,function(gvn)' -S %t.bc | FileCheck --check-prefixes=CHECK,OWN %s
// With a function in the module that may give a stream a callback of the program's, what holds for streams of the
// library's own does not hold any more. The same goes for conversions.
// RUN: %clang -w -O1 -DOPENS -emit-llvm -c %s -o %t.opens.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;world=closed;models=%S/Inputs/words.models>,function(gvn)' -S %t.opens.bc | FileCheck --check-prefixes=CHECK,FOREIGN %s
struct cell { long value; struct cell *next; };
static struct cell given, behind, apart;
extern void nothing(void *), reads(void *), writes(void *), unstated(void *), streams(void *), opens(void *);
extern void converts(void *), registers(void *);

__attribute__((noinline)) static void keep(void) {
  given.next = &behind;
  behind.next = 0;
  given.value++, behind.value++, apart.value++;
#ifdef OPENS
  opens(&apart);
  registers(&apart);
#endif
}
#define CASE(WORD)                                                                                                     \
  __attribute__((noinline)) long WORD##_given(void) { long x = given.value; WORD(&given); return given.value - x; }    \
  __attribute__((noinline)) long WORD##_behind(void) { long x = behind.value; WORD(&given); return behind.value - x; } \
  __attribute__((noinline)) long WORD##_apart(void) { long x = apart.value; WORD(&given); return apart.value - x; }

// touches nothing: not even what it is given.
// CHECK-LABEL: i64 @nothing_given
// CHECK: ret i64 0
// CHECK-LABEL: i64 @nothing_behind
// CHECK: ret i64 0
// CHECK-LABEL: i64 @nothing_apart
// CHECK: ret i64 0
CASE(nothing)
// reads args: changes nothing.
// CHECK-LABEL: i64 @reads_given
// CHECK: ret i64 0
// CHECK-LABEL: i64 @reads_behind
// CHECK: ret i64 0
// CHECK-LABEL: i64 @reads_apart
// CHECK: ret i64 0
CASE(reads)
// writes args: what it is given, and not what that points to.
// CHECK-LABEL: i64 @writes_given
// CHECK: ret i64 %
// CHECK-LABEL: i64 @writes_behind
// CHECK: ret i64 0
// CHECK-LABEL: i64 @writes_apart
// CHECK: ret i64 0
CASE(writes)
// Nothing stated: what can be reached from what it is given, and what main does, which it may call.
// CHECK-LABEL: i64 @unstated_given
// CHECK: ret i64 %
// CHECK-LABEL: i64 @unstated_behind
// CHECK: ret i64 %
// CHECK-LABEL: i64 @unstated_apart
// CHECK: ret i64 %
CASE(unstated)
// uses stream: as stated, unless a function of the module opens a stream of another kind.
// CHECK-LABEL: i64 @streams_given
// OWN: ret i64 0
// FOREIGN: ret i64 %
// CHECK-LABEL: i64 @streams_behind
// OWN: ret i64 0
// FOREIGN: ret i64 %
// CHECK-LABEL: i64 @streams_apart
// OWN: ret i64 0
// FOREIGN: ret i64 %
CASE(streams)
// uses conversions: the same for handlers of conversions.
// CHECK-LABEL: i64 @converts_given
// OWN: ret i64 0
// FOREIGN: ret i64 %
// CHECK-LABEL: i64 @converts_behind
// OWN: ret i64 0
// FOREIGN: ret i64 %
// CHECK-LABEL: i64 @converts_apart
// OWN: ret i64 0
// FOREIGN: ret i64 %
CASE(converts)

int main(void) {
  keep();
  return nothing_given() + nothing_behind() + nothing_apart() + reads_given() + reads_behind() + reads_apart() +
         writes_given() + writes_behind() + writes_apart() + unstated_given() + unstated_behind() + unstated_apart() +
         streams_given() + streams_behind() + streams_apart() + converts_given() + converts_behind() +
         converts_apart();
}
