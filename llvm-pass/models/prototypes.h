// Input of tools/research/model-prototypes: the headers that declare what the
// models name. Not part of the plugin.
#define _GNU_SOURCE
#include <aio.h>
#include <aliases.h>
#include <argp.h>
#include <argz.h>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <assert.h>
#include <byteswap.h>
#include <complex.h>
#include <crypt.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <envz.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fmtmsg.h>
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
#include <netinet/ip6.h>
#include <nl_types.h>
#include <obstack.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <re_comp.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <shadow.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/acct.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/quota.h>
#include <sys/random.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <ttyent.h>
#include <uchar.h>
#include <ucontext.h>
#include <ulimit.h>
#include <unistd.h>
#include <utime.h>
#include <utmp.h>
#include <utmpx.h>
#include <wait.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
#include <zlib.h>

// OpenMP's runtime libraries.
void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned),
    GOMP_parallel_start(void (*)(void *), void *, unsigned),
    GOMP_parallel_sections(void (*)(void *), void *, unsigned, unsigned,
                           unsigned),
    GOMP_teams_reg(void (*)(void *), void *, unsigned, unsigned, unsigned);
typedef void gomp_loop(void (*)(void *), void *, unsigned, long, long, long,
                       long, unsigned);
typedef void gomp_runtime_loop(void (*)(void *), void *, unsigned, long, long,
                               long, unsigned);
gomp_loop GOMP_parallel_loop_static, GOMP_parallel_loop_dynamic,
    GOMP_parallel_loop_guided, GOMP_parallel_loop_nonmonotonic_dynamic,
    GOMP_parallel_loop_nonmonotonic_guided;
gomp_runtime_loop GOMP_parallel_loop_runtime,
    GOMP_parallel_loop_nonmonotonic_runtime,
    GOMP_parallel_loop_maybe_nonmonotonic_runtime;
void GOMP_task(void (*)(void *), void *, void (*)(void *, void *), long, long,
               _Bool, unsigned, void **, int, void *);
void GOMP_taskloop(void (*)(void *), void *, void (*)(void *, void *), long,
                   long, unsigned, unsigned long, int, long, long, long);
void *GOMP_single_copy_start(void);
void GOMP_single_copy_end(void *);
_Bool GOMP_single_start(void);
void GOMP_parallel_end(void), GOMP_barrier(void), GOMP_critical_start(void),
    GOMP_critical_end(void), GOMP_critical_name_start(void **),
    GOMP_critical_name_end(void **), GOMP_atomic_start(void),
    GOMP_atomic_end(void), GOMP_ordered_start(void), GOMP_ordered_end(void),
    GOMP_taskwait(void), GOMP_taskyield(void), GOMP_taskgroup_start(void),
    GOMP_taskgroup_end(void), GOMP_loop_end(void), GOMP_loop_end_nowait(void);
int omp_get_thread_num(void), omp_get_num_threads(void),
    omp_get_max_threads(void), omp_get_num_procs(void), omp_in_parallel(void),
    omp_get_level(void), omp_get_dynamic(void), omp_get_nested(void),
    omp_test_lock(void *), omp_test_nest_lock(void *);
void omp_set_num_threads(int), omp_set_dynamic(int), omp_set_nested(int),
    omp_init_lock(void *), omp_destroy_lock(void *), omp_set_lock(void *),
    omp_unset_lock(void *), omp_init_nest_lock(void *),
    omp_destroy_nest_lock(void *), omp_set_nest_lock(void *),
    omp_unset_nest_lock(void *);
double omp_get_wtime(void), omp_get_wtick(void);

// What the installed C library no longer declares, macros hide, or other
// systems have.
#undef sigsetjmp
extern char PC, *UP, *BC;
extern short ospeed;
extern char **_environ;
int _obstack_allocated_p(struct obstack *, void *);
void _obstack_free(struct obstack *, void *);
long long atoq(const char *);
__sighandler_t bsd_signal(int, __sighandler_t);
void cfree(void *);
FILE *funopen(const void *, int (*)(void *, char *, int),
              int (*)(void *, const char *, int),
              fpos_t (*)(void *, fpos_t, int), int (*)(void *));
char *gets(char *);
int gtty(int, void *), stty(int, const void *);
int heapsort(void *, size_t, size_t, __compar_fn_t);
int mergesort(void *, size_t, size_t, __compar_fn_t);
int pidfd_getfd(int, int, unsigned), pidfd_open(pid_t, unsigned);
int pivot_root(const char *, const char *);
double pow10(double);
#undef res_init
int res_init(void);
int sigsetjmp(sigjmp_buf, int);
int signalfd4(int, const sigset_t *, size_t, int);
int stime(const time_t *);
size_t strlcat(char *, const char *, size_t);
size_t strlcpy(char *, const char *, size_t);
char *strnstr(const char *, const char *, size_t);
__float128 strtof128(const char *, char **);
__float128 wcstof128(const wchar_t *, wchar_t **);
int tgetent(char *, const char *), tgetflag(const char *);
int tgetnum(const char *), tigetflag(const char *), tigetnum(const char *);
char *tgetstr(const char *, char **), *tigetstr(const char *);
char *tgoto(const char *, int, int), *tparm(const char *, ...);
int setupterm(const char *, int, int *);
int tputs(const char *, int, int (*)(int));
#undef res_nclose
#undef res_ninit
void res_nclose(res_state);
int res_ninit(res_state);
