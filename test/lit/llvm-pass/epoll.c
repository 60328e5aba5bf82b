// What epoll_ctl was given comes back from epoll_wait, through events that the kernel fills; what is written to a file
// comes back from it with the models that docs/points-to.md gives.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='print<amorph-pta><world=closed>' -disable-output %t.bc | FileCheck %s --check-prefixes=BOTH,PLAIN
// RUN: echo 'write: file_data = *arg2[]' > %t.models && echo 'read: *arg2[] = file_data' >> %t.models
// RUN: %opt -passes='print<amorph-pta><world=closed;models=%t.models>' -disable-output %t.bc | FileCheck %s --check-prefixes=BOTH,FILES
struct event { unsigned events; void *data; } __attribute__((packed));
int epoll_ctl(int, int, int, struct event *);
int epoll_wait(int, struct event *, int, int);
long write(int, const void *, unsigned long), read(int, void *, unsigned long);
static int a, b;
static struct event given, got[4];
static int *sent = &b, *received;
int main(void) {
  given.data = &a;
  epoll_ctl(3, 1, 4, &given);
  epoll_wait(3, got, 4, -1);
  // BOTH: got{{.*}} -> { {{(<integer>, )?}}a }
  write(5, &sent, sizeof sent);
  read(6, &received, sizeof received);
  // PLAIN: received{{.*}} -> {}
  // FILES: received{{.*}} -> { b }
  return *(int *)got[0].data;
}
