// tsearch and its kin keep keys that the program gave them, in the tree of the root that they were given with it.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <netinet/in.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
static int one = 1, two = 2, other = 3, given = 4;
static void *root, *shared;
static int visited;
static int compare(const void *a, const void *b) {
  const int *p = a, *q = b;  //@ may p: one, two, given //@ may q: one, two, given //@ not p: other
  return *p - *q;
}
static void visit(const void *node, VISIT when, int depth) {
  const int *key = *(int *const *)node;  //@ points-to key: one, two
  visited += (when == postorder || when == leaf) && *key;
}
static int chosen(const struct dirent *d) { return strcmp(d->d_name, ".") == 0; }
int main(void) {
  int **first = tsearch(&one, &root, compare);
  tsearch(&two, &root, compare);
  int **found = tfind(&two, &root, compare);
  int *k = *found;  //@ points-to k: one, two
  twalk(root, visit);
  assert(*first == &one && k == &two && visited == 2);
  struct dirent **list;
  int n = scandir("/", &list, chosen, alphasort);
  assert(n == 1);
  char *name = list[0]->d_name;  //@ alias name list: no
  assert(strcmp(name, ".") == 0);
  tdelete(&one, &root, compare);
  // A root that unknown code was given: it may insert keys, and reaches those that are there.
  char text[64];
  inet6_opt_set_val(text, 8, &shared, sizeof shared);
  void *copy = 0;
  int **of_copy = tsearch(&given, &copy, compare);
  shared = copy;
  int *s = **(int ***)&shared;  //@ closed: points-to s: given //@ open: may s: given, <unknown>
  assert(s == &given && *of_copy == &given);
  //@ open: escapes given: yes //@ closed: escapes given: no //@ escapes one: no //@ escapes two: no
  return other - 3;
}
//@ callers visit: twalk (calls back) //@ callers chosen: scandir (calls back)
//@ callers compare: tsearch (calls back), tsearch (calls back), tfind (calls back), tdelete (calls back), tsearch (calls back)
