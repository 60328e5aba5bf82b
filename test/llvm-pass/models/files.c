// What is written to a file, a pipe or a socket may be read from one, whatever functions do it. Text holds no pointers.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck %s
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
static int a, b, c, d, e, f, g, hidden;
static int *sent[6] = {&a, &b}, *in_message = &c, *in_vector = &d, *in_bytes = &e, *mapped = &f, *in_stream = &g;
static int *not_sent = &hidden;
struct pair { int *p; int n; };
static struct pair read_whole, streamed, received, vectored;
static int *by_bytes;

static void put(void) {
  write(5, sent, sizeof sent);
  struct iovec v = {&in_vector, sizeof in_vector};
  writev(5, &v, 1);
  struct iovec w = {&in_message, sizeof in_message};
  struct msghdr m = {0};
  m.msg_iov = &w;
  m.msg_iovlen = 1;
  sendmsg(5, &m, 0);
  fwrite(&in_stream, sizeof in_stream, 1, stdout);
  for (unsigned long i = 0; i < sizeof in_bytes; i++) putc(((unsigned char *)&in_bytes)[i], stdout);
  int **map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 5, 0);
  *map = mapped;
}

int main(void) {
  put();
  read(6, &read_whole, sizeof read_whole);
  // CHECK-DAG: read_whole.p {{.*}}-> { a, b, d, c, g, e, f }
  fread(&streamed, sizeof streamed, 1, stdin);
  // CHECK-DAG: streamed.p {{.*}}-> { a, b, d, c, g, e, f }
  recv(6, &received, sizeof received, 0);
  // CHECK-DAG: received.p {{.*}}-> { a, b, d, c, g, e, f }
  struct iovec v = {&vectored, sizeof vectored};
  readv(6, &v, 1);
  // CHECK-DAG: vectored.p {{.*}}-> { a, b, d, c, g, e, f }
  for (unsigned long i = 0; i < sizeof by_bytes; i++) ((unsigned char *)&by_bytes)[i] = getc(stdin);
  // CHECK-DAG: by_bytes{{.*}} -> { a, b, d, c, g, e, f }
  int **map = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 6, 0);
  int *from_map = *map;
  // CHECK-DAG: from_map{{.*}} -> { a, b, d, c, g, e, f }
  // Memory that shows no file holds nothing of one.
  int **fresh = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int *from_fresh = *fresh;
  // CHECK-DAG: from_fresh{{.*}} -> {}
  char line[64];
  fputs((char *)&not_sent, stdout);
  fgets(line, sizeof line, stdin);
  int *from_text = *(int **)line;
  // CHECK-DAG: from_text{{.*}} -> {}
  return *read_whole.p + *streamed.p + *received.p + *vectored.p + *by_bytes + *from_map + *from_fresh + *from_text;
}

// Where that is not followed, a line names the calls that write memory which is declared to hold pointers.
// RUN: %opt -passes='amorph-pta<preset=c;world=closed>' -disable-output %t.bc 2>&1 | FileCheck --check-prefix=WARN %s
// WARN: amorph-pta: warning: pointers are written to files, and what is read from files is taken to hold none (files=followed does not): {{.*}}files.c:17, {{.*}}files.c:25{{$}}
// RUN: %opt -passes='amorph-pta<preset=c;files=followed;world=closed>' -disable-output %t.bc 2>&1 | count 0
