// String functions return addresses within what they were given, or new memory.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "a=b;c=d", other[16];
int main(void) {
  char *eq = strchr(text, '=');       //@ points-to eq: text
  char *end;
  long n = strtol("12x", &end, 10);   //@ points-to end: <literal>
  char *copy = strdup(text);          //@ site copy
  char *word = strtok(text, ";");     //@ closed: points-to word: text //@ open: may word: text
  char *next = strtok(0, ";");        //@ closed: points-to next: text //@ open: may next: text
  char *rest = copy, *part = strsep(&rest, ";");  //@ points-to part: strdup@{copy} //@ points-to rest: strdup@{copy}
  char *save, *piece = strtok_r(part, "=", &save);  //@ points-to piece: strdup@{copy}
  char *to = strcpy(other, "x");      //@ points-to to: other
  char *past = stpcpy(other, "yz");   //@ points-to past: other
  char *found = strstr(copy + 4, "d");    //@ points-to found: strdup@{copy}
  char *home = getenv("PATH");        //@ alias home copy: no
  assert(eq == text + 1 && n == 12 && *end == 'x' && word == text && next == text + 4 && part == copy);
  assert(rest == copy + 4 && piece == copy && to == other && past == other + 2 && found == copy + 6);
  //@ alias eq copy: no //@ alias word eq: may //@ alias to past: may //@ points-to copy: strdup@{copy}
  (void)home;
  return 0;
}
