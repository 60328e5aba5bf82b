// What epoll_ctl was given comes back from epoll_wait, through events that the kernel fills.
// RUN: %mem2reg | %pta | FileCheck %s
struct event { unsigned events; void *data; } __attribute__((packed));
int epoll_ctl(int, int, int, struct event *);
int epoll_wait(int, struct event *, int, int);
static int a;
static struct event given, got[4];
int main(void) {
  given.data = &a;
  epoll_ctl(3, 1, 4, &given);
  epoll_wait(3, got, 4, -1);
  // CHECK: got{{.*}} -> { {{(<integer>, )?}}a }
  return *(int *)got[0].data;
}
