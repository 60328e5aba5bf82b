// Records of users and hosts: in the buffer of the caller, or in memory of the library.
#define _GNU_SOURCE
#include <assert.h>
#include <grp.h>
#include <ifaddrs.h>
#include <mntent.h>
#include <net/if.h>
#include <netdb.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "u:x:7:7:name:/home/u:/bin/sh\n", mounts[] = "disk /mnt ext4 rw,noatime 0 0\n";
int main(void) {
  char buffer[256], place[256], hosts[512];
  struct passwd user, *got = NULL;
  FILE *in = fmemopen(text, strlen(text), "r");
  assert(fgetpwent_r(in, &user, buffer, sizeof buffer, &got) == 0);
  struct passwd *record = got;  //@ points-to record: main::user
  char *home = user.pw_dir;     //@ points-to home: main::buffer
  FILE *table = fmemopen(mounts, strlen(mounts), "r");
  struct mntent entry, *mount = getmntent_r(table, &entry, place, sizeof place);  //@ points-to mount: main::entry
  char *where = mount->mnt_dir;              //@ points-to where: main::place //@ alias where home: no
  char *option = hasmntopt(mount, "noatime");  //@ may option: main::place
  assert(record == &user && strcmp(home, "/home/u") == 0 && strcmp(where, "/mnt") == 0 && option != NULL);
  struct hostent host, *found = NULL;
  int code;
  if (gethostbyname_r("127.0.0.1", &host, hosts, sizeof hosts, &found, &code) == 0 && found != NULL) {
    struct hostent *is = found;       //@ points-to is: main::host
    char *address = is->h_addr_list[0];  //@ points-to address: main::hosts
    assert(is == &host && address[0] == 127);
  }
  struct if_nameindex *names = if_nameindex();
  if (names != NULL && names[0].if_index != 0) {
    char *name = names[0].if_name;  //@ alias name names: no
    assert(*name);
  }
  struct ifaddrs *list;
  if (getifaddrs(&list) == 0 && list != NULL) {
    struct ifaddrs *second = list->ifa_next;  //@ alias second list: may
    char *called = list->ifa_name;            //@ not called: main::buffer
    assert(second != list && called != NULL);
  }
  struct servent *service = getservbyname("http", "tcp"), *again = getservent();  //@ alias service again: may
  return service != NULL && again == NULL ? 0 : 0;
}
