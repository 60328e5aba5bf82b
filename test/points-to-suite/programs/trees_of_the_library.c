// tsearch and its kin keep keys that the program gave them.
#include <assert.h>
#include <dirent.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
static int one = 1, two = 2, other = 3;
static void *root;
static int visited;
static int compare(const void *a, const void *b) {
  const int *p = a, *q = b;  //@ may p: one, two //@ may q: one, two //@ not p: other
  return *p - *q;
}
static void visit(const void *node, VISIT when, int depth) {
  const int *key = *(int *const *)node;  //@ closed: points-to key: one, two //@ open: may key: one, two
  visited += (when == postorder || when == leaf) && *key;
}
static int chosen(const struct dirent *d) { return strcmp(d->d_name, ".") == 0; }
int main(void) {
  int **first = tsearch(&one, &root, compare);
  tsearch(&two, &root, compare);
  int **found = tfind(&two, &root, compare);
  int *k = *found;  //@ closed: points-to k: one, two //@ open: may k: one, two
  twalk(root, visit);
  assert(*first == &one && k == &two && visited == 2);
  struct dirent **list;
  int n = scandir("/", &list, chosen, alphasort);
  assert(n == 1);
  char *name = list[0]->d_name;  //@ alias name list: no
  assert(strcmp(name, ".") == 0);
  tdelete(&one, &root, compare);
  return other - 3;
}
//@ callers visit: twalk (calls back) //@ callers chosen: scandir (calls back)
//@ callers compare: tsearch (calls back), tsearch (calls back), tfind (calls back), tdelete (calls back)
