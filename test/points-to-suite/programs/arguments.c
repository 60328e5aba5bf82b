// argp calls the parsers of a program and of its children with the arguments, and a state that holds the input. Texts of help go
// through the help_filter of their parser.
#define _GNU_SOURCE
#include <argp.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct settings {
  char *output;
  int *level;
};
static int loud;
static struct settings all, of_child, not_given;
static char program[] = "program", option[] = "--output=file", deep[] = "--deep", word[] = "word";
static char *last;
static error_t parse_child(int key, char *arg, struct argp_state *state) {
  struct settings *s = state->input;  //@ may s: of_child //@ not s: not_given
  if (key == 'd') s->level = &loud;
  return key == 'd' || key == ARGP_KEY_INIT || key == ARGP_KEY_END ? 0 : ARGP_ERR_UNKNOWN;
}
static error_t parse(int key, char *arg, struct argp_state *state) {
  struct settings *s = state->input;  //@ may s: all //@ not s: not_given
  char **vector = state->argv;        //@ closed: points-to vector: main::words //@ open: may vector: main::words
  if (key == ARGP_KEY_INIT) state->child_inputs[0] = &of_child;
  if (key == 'o') s->output = arg;
  if (key == ARGP_KEY_ARG) last = arg;
  assert(vector != NULL);
  return key == ARGP_KEY_ARG || key == ARGP_KEY_INIT || key == 'o' ? 0 : ARGP_ERR_UNKNOWN;
}
static const struct argp_option child_options[] = {{"deep", 'd', 0, 0, "deep", 0}, {0}};
static const struct argp child = {child_options, parse_child, 0, 0, 0, 0, 0};
static const struct argp_child children[] = {{&child, 0, 0, 0}, {0}};
static const struct argp_option options[] = {{"output", 'o', "FILE", 0, "output", 0}, {0}};
static const struct argp parser = {options, parse, "WORD", "doc", children, 0, 0};
static char header[] = "header", about[] = "about", of_option[] = "an option", other_text[] = "none";
static int seen;
static char *filter(int key, const char *text, void *input) {
  struct settings *s = input;  //@ not s: not_given
  const char *shown = text;    //@ may shown: about, header, of_option //@ not shown: other_text
  seen |= (s == &all) | (shown == about) << 1 | (shown == header) << 2 | (shown == of_option) << 3;
  return (char *)shown;
}
static error_t show(int key, char *arg, struct argp_state *state) {
  if (key == ARGP_KEY_END) argp_state_help(state, stdout, ARGP_HELP_LONG | ARGP_HELP_DOC);
  return 0;
}
static const struct argp_option shown_options[] = {{"output", 'o', "FILE", 0, "output", 0}, {"input", 'i', "FILE", 0, of_option, 0}, {0}};
static const struct argp_child shown_children[] = {{&child, 0, header, 3}, {0}};
static const struct argp shower = {shown_options, show, "WORD", about, shown_children, filter, 0};
static void print_version(FILE *out, struct argp_state *state) {}
void (*argp_program_version_hook)(FILE *, struct argp_state *) = print_version;
int main(void) {
  char *words[] = {program, option, deep, word, 0};
  assert(argp_parse(&parser, 4, words, 0, 0, &all) == 0);
  char *output = all.output;    //@ may output: option
  int *level = of_child.level;  //@ may level: loud
  char *given = last;           //@ may given: word
  assert(strcmp(output, "file") == 0 && level == &loud && given == word);
  assert(argp_parse(&shower, 1, (char *[]){program, 0}, 0, 0, &all) == 0);
  assert((seen & 9) == 9);
  argp_help(&shower, stdout, ARGP_HELP_LONG | ARGP_HELP_DOC, program);
  assert(seen == 15);
  return 0;
}
//@ may-callers filter: argp_parse (calls back), argp_help (calls back), argp_state_help (calls back)
//@ closed: callers parse: argp_parse (calls back) //@ open: may-callers parse: argp_parse (calls back) //@ closed: callers parse_child: argp_parse (calls back) //@ open: may-callers parse_child: argp_parse (calls back)
//@ closed: callers print_version: argp_parse (calls back) //@ open: may-callers print_version: argp_parse (calls back)
