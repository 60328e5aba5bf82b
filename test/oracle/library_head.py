"""What programs of library_program.py begin with: headers, and functions that the calls of library_calls.txt use."""

HEAD = r"""//@ flags -D_GNU_SOURCE -fexceptions
//@ libraries -lz -lcrypt -lresolv -lm -latomic
#include <aio.h>
#include <argp.h>
#include <argz.h>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <complex.h>
#include <crypt.h>
#include <dirent.h>
#include <dlfcn.h>
#include <envz.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <fstab.h>
#include <fts.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <grp.h>
#include <gshadow.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mcheck.h>
#include <mntent.h>
#include <monetary.h>
#include <mqueue.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <nl_types.h>
#include <obstack.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <shadow.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <utime.h>
#include <ucontext.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
#include <zlib.h>
#undef basename
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
static unsigned long sum, noise;
// Whether memory of the program or a library is there: the oracle's own is below. Nothing comes back of the address.
static int here(uintptr_t at) {
  unsigned char in;
  return at >> 40 > 0x51 && at >> 47 == 0 && mincore((void *)(at & -4096), 1, &in) == 0;
}
#define LOOK(into, p)                                        \
  do {                                                       \
    const volatile char *at_ = (const volatile char *)(p);   \
    if (here((uintptr_t)at_)) into = into * 31 + *at_;       \
  } while (0)
#define WORD(into, p, n, size) \
  if (8 * (n) + 8 <= (size)) LOOK(into, ((void **)(p))[n])
#define WORDS(into, p, size) \
  WORD(into, p, 0, size);    \
  WORD(into, p, 1, size);    \
  WORD(into, p, 2, size);    \
  WORD(into, p, 3, size);    \
  WORD(into, p, 4, size);    \
  WORD(into, p, 5, size);    \
  WORD(into, p, 6, size);    \
  WORD(into, p, 7, size)
#define CALL(handler)                          \
  do {                                         \
    void (*f_)(int) = (void (*)(int))(handler); \
    if ((uintptr_t)f_ > 65536) f_(1);          \
  } while (0)
struct three {
  void *first, *second, *third;
};
static int ends[2], sockets[2];
static sigset_t blocked;
static pthread_key_t key;
static pthread_t thread;
static const struct timespec later = {0, 20000000};
static const struct itimerspec soon = {{0, 0}, {0, 1000000}};
static void block(int number) {
  sigemptyset(&blocked);
  sigaddset(&blocked, number);
  sigprocmask(SIG_BLOCK, &blocked, 0);
}
static FILE *new_file(void) {
  FILE *f = tmpfile();
  fputs("12 ab\ncd ef\n", f);
  rewind(f);
  return f;
}
static int new_fd(void) {
  char name[] = "/tmp/oracle.XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  return fd;
}
static pthread_t thread_of(void *(*start)(void *), void *with) {
  pthread_t t;
  pthread_create(&t, 0, start, with);
  nanosleep(&later, 0);
  return t;
}
static void formatted(int how, ...) {
  char room[64], *made;
  va_list all;
  va_start(all, how);
  if (how == 0) vprintf("%s %d\n", all);
  if (how == 1) vfprintf(stdout, "%s %d\n", all);
  if (how == 2) vsprintf(room, "%s %d", all);
  if (how == 3) vsnprintf(room, 9, "%s %d", all);
  if (how == 4) vasprintf(&made, "%s %d", all);
  if (how == 5) vdprintf(1, "%s %d\n", all);
  va_end(all);
}
static void scanned(int how, ...) {
  FILE *f = new_file();
  va_list all;
  va_start(all, how);
  if (how == 0) vsscanf("12 abc", "%d %s", all);
  if (how == 1) vfscanf(f, "%d %s", all);
  va_end(all);
}
static ucontext_t switched_from;
static void switch_to(void (*f)(void *), void *with) {
  static ucontext_t there;
  static char stack[65536];
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = &switched_from;
  makecontext(&there, (void (*)(void))f, 1, with);
  swapcontext(&switched_from, &there);
}
static int typed;
static void formatted_wide(wchar_t *room, ...) {
  va_list all;
  va_start(all, room);
  vswprintf(room, 20, L"%ls %d", all);
  va_end(all);
}
static void messages(void **from, void **to) {
  int queue = msgget(IPC_PRIVATE, 0600);
  long message[9] = {1}, got[9] = {0};
  memcpy(message + 1, from, 64);
  msgsnd(queue, message, 64, 0);
  msgrcv(queue, got, 64, 0, IPC_NOWAIT);
  memcpy(to, got + 1, 64);
  msgctl(queue, IPC_RMID, 0);
}
static void queued(void **from, char *to) {
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 64};
  mqd_t queue = mq_open("/amorph_oracle", O_RDWR | O_CREAT, 0600, &a);
  mq_send(queue, (char *)from, 64, 0);
  if (queue >= 0) mq_receive(queue, to, 4096, 0);
  mq_close(queue);
  mq_unlink("/amorph_oracle");
}
static void events(eventfd_t *to, void **from) {
  int fd = eventfd(0, 0);
  eventfd_write(fd, (eventfd_t)from[0]);
  eventfd_read(fd, to);
}
static void asynchronous(void **words, void (*notified)(union sigval)) {
  static struct aiocb a;
  const struct aiocb *all[] = {&a};
  a = (struct aiocb){.aio_fildes = new_fd(), .aio_buf = words, .aio_nbytes = 64};
  a.aio_sigevent = (struct sigevent){.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = words};
  a.aio_sigevent.sigev_notify_function = notified;
  aio_fsync(O_SYNC, &a);
  aio_suspend(all, 1, &later);
  while (aio_error(&a) == EINPROGRESS) nanosleep(&later, 0);
  aio_return(&a);
  aio_cancel(a.aio_fildes, &a);
  nanosleep(&later, 0);
}
static void notified_queue(void (*notified)(union sigval), void **words, char *to, struct mq_attr *now,
                           struct mq_attr *before) {
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 64};
  mqd_t queue = mq_open("/amorph_notified", O_RDWR | O_CREAT, 0600, &a);
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = words};
  e.sigev_notify_function = notified;
  struct timespec until = {2000000000, 0};
  if (queue < 0) return;
  mq_notify(queue, &e);
  mq_timedsend(queue, (char *)words, 64, 0, &until);
  nanosleep(&later, 0);
  mq_timedreceive(queue, to, 4096, 0, &until);
  mq_getattr(queue, now);
  mq_setattr(queue, now, before);
  mq_close(queue);
  mq_unlink("/amorph_notified");
}
static struct addrinfo *looked_up(const char *name) {
  static struct gaicb request;
  struct gaicb *all[] = {&request};
  request.ar_name = name;
  getaddrinfo_a(GAI_WAIT, all, 1, 0);
  gai_suspend((const struct gaicb *const *)all, 1, &later);
  gai_cancel(&request);
  return gai_error(&request) ? 0 : request.ar_result;
}
static void own_records(void) {
  char name[] = "/tmp/oracle.XXXXXX";
  mkstemp(name);
  utmpname(name);
  setutent();
  unlink(name);
}
static void open_wide(wchar_t **text, size_t *size, int (*put)(const wchar_t *, FILE *)) {
  FILE *f = open_wmemstream(text, size);
  put(L"ab", f);
  fflush(f);
}
static char **name_at(char **at, void *message) {
  *at = (char *)message + 12;
  return at;
}
static unsigned char **dns_names(unsigned char **names, void *message) {
  names[0] = message;
  return names;
}
"""
