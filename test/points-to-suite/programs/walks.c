// Walks over folders, and lists of names: entries keep what the program gave them, and callbacks are called.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/stat.h>
#include <wordexp.h>
static int tag, other;
static int compare(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }
static int visit(const char *name, const struct stat *status, int flag, struct FTW *walk) { return 1; }
static int failed(const char *name, int code) { return 0; }
static int chosen(const struct dirent *d) { return strcmp(d->d_name, ".") == 0; }
static int unused(const FTSENT **a, const FTSENT **b) { return 0; }
int (*volatile keep)(const FTSENT **, const FTSENT **) = unused;
int main(void) {
  char root[] = "/proc/self/fd";
  char *roots[] = {root, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, compare);
  assert(walk != NULL);
  FTSENT *top = fts_read(walk);
  assert(top != NULL && top->fts_level == FTS_ROOTLEVEL);
  top->fts_pointer = &tag;
  FTSENT *child = fts_children(walk, 0);
  FTSENT *parent = child->fts_parent;
  int *marked = parent->fts_pointer;  //@ may marked: tag //@ not marked: other
  char *path = top->fts_path;         //@ alias path marked: no
  assert(parent == top && marked == &tag && path != NULL);
  FTSENT *next = fts_read(walk);
  assert(next->fts_parent == top);
  fts_close(walk);
  nftw("/proc/self/fd", visit, 4, FTW_PHYS);
  glob_t found = {0};
  assert(glob("/proc/self/f[d]", 0, failed, &found) == 0);
  char *match = found.gl_pathv[0];    //@ alias match path: no //@ not match: tag
  wordexp_t words = {0};
  int failure = wordexp("one two", &words, 0);  //@ site expanded
  char *word = words.we_wordv[1];     //@ points-to word: wordexp@{expanded} //@ alias word words.we_wordv: no
  DIR *folder = opendir("/proc/self");      //@ site folder
  struct dirent *entry = readdir(folder);   //@ points-to entry: opendir@{folder}
  DIR *given = opendir("/proc/self");       //@ site given
  char text[64];
  inet6_opt_set_val(text, 8, &given, sizeof given);
  struct dirent *shown = readdir(given);    //@ closed: points-to shown: opendir@{given} //@ open: may shown: opendir@{given}, <unknown>
  assert(entry != NULL && shown != NULL);
  struct dirent **list;
  int n = scandirat(AT_FDCWD, "/proc/self", &list, chosen, alphasort);
  char *name = list[0]->d_name;       //@ alias name list: no
  assert(failure == 0 && n == 1 && strcmp(name, ".") == 0 && strcmp(word, "two") == 0 && strcmp(match, root) == 0);
  return other;
}
//@ callers compare: fts_read (calls back), fts_children (calls back), fts_read (calls back)
//@ callers visit: nftw (calls back) //@ callers failed: glob (calls back) //@ callers chosen: scandirat (calls back)
