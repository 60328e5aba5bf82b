#!/usr/bin/env python3
"""library_program.py SEED > FILE.c: a C program for the oracle that calls functions of the library models.

It calls each function as library_calls.txt says, with random valid arguments, and accesses what its result, and each
word of the memory that it was given, points to then. So the run shows what the real function returned, stored, and
called back with, and the oracle compares it with the model. Seeds N, N + 1, ... N + SWEEP - 1 of a multiple N of SWEEP
have all calls among them. Instead of a seed, names of functions make a program that calls them.

library_program.py --unused lists the functions of the models that take or return pointers and have no call here.
"""
import pathlib
import random
import re
import sys

from library_head import HEAD

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "llvm-pass" / "models"
CALLS_PER_PROGRAM = 12

# Memory: its declaration (NAME, and TARGET for new variables), the expression, and its size; how its content is summed.
MEMORY = {
    "words": ("void *NAME[8] = {&TARGET, 0, 0, &TARGET, 0, 0, 0, &TARGET}", "NAME"),
    "room": ("char NAME[256] __attribute__((aligned(16))) = {0}", "NAME"),
    "page": ("char NAME[4096] __attribute__((aligned(16))) = {0}", "NAME"),
    "window": ("char NAME[32768]", "NAME"),
    "bigstack": ("char NAME[65536] __attribute__((aligned(16)))", "NAME"),
    "text": ("char NAME[64] = TEXT", "NAME"),
    "digits": ("char NAME[64] = \"12 34.5\"", "NAME"),
    "path": ("char NAME[64] = \"/tmp/ab/cd\"", "NAME"),
    "template": ("char NAME[64] = \"/tmp/oracle.XXXXXX\"", "NAME"),
    "setting": ("char NAME[64] = \"setting=TEXTUAL\"", "NAME"),
    "group_line": ("char NAME[64] = \"name:x:1:a,b\"", "NAME"),
    "blank": ("char NAME[64] = \"true\"", "NAME"),
    "shadow_line": ("char NAME[64] = \"name:x:1:2:3:4:5:6:7\"", "NAME"),
    "wroom": ("wchar_t NAME[64] = {0}", "NAME"),
    "wtext": ("wchar_t NAME[64] = LTEXT", "NAME"),
    "slot": ("void *NAME = 0", "(void *)&NAME"),
    "root": ("void *NAME = 0", "((void **)&NAME)"),
    "zero": ("size_t NAME = 0", "((size_t *)&NAME)"),
    "few": ("size_t NAME = 4", "((size_t *)&NAME)"),
    "slots": ("unsigned char *NAME[8] = {0}", "NAME"),
    "count": ("size_t NAME = 8", "((size_t *)&NAME)"),
    "at": ("char *NAME = TARGET", "(&NAME)", "char TARGET[64] = TEXT"),
    "rat": ("char *NAME = TARGET", "(&NAME)", "char TARGET[64]"),
    "wat": ("const wchar_t *NAME = TARGET", "(&NAME)", "wchar_t TARGET[64] = LTEXT"),
    "arguments": ("char *NAME[4] = {TARGET, \"-b\", TARGET + 32, 0}", "NAME", "char TARGET[64] = \"program\""),
    "day": ("struct tm NAME = {.tm_mday = 3, .tm_year = 100}", "(&NAME)"),
    "alternative": ("glob_t NAME = {.gl_closedir = (void *)CLOSE, .gl_readdir = (void *)READ, .gl_opendir = OPEN, "
                    ".gl_lstat = STAT, .gl_stat = STAT}", "(&NAME)"),
    "action": ("struct sigaction NAME = {.sa_sigaction = ACT, .sa_flags = SA_SIGINFO}", "(&NAME)"),
    "options": ("struct argp_option NAME[2] = {{\"long\", 'b', \"X\", 0, \"text\"}, {0}}", "NAME"),
    "pattern": ("struct re_pattern_buffer NAME = {0}", "(&NAME)"),
    "zalloc_stream": ("z_stream NAME = {.next_in = TARGET, .avail_in = 32, .next_out = TARGET + 32, .avail_out = 256, "
                      ".zalloc = GIVE, .zfree = TAKE, .opaque = &OWN}", "(&NAME)", "unsigned char TARGET[288]"),
    "control": ("struct cmsghdr NAME[4] = {{16}, {16}}", "NAME"),
    "message": ("unsigned char NAME[64] = \"\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\1a\\1b\\0\\0\\1\\0\\1\"", "NAME"),
    "address": ("struct sockaddr_in NAME = {AF_INET, 1}", "(&NAME)"),
}
# Words that are no pointers, that only the library uses, or that point to functions.
UNSEEN = ("opaque", "bigstack", "window", "message", "options", "pattern", "root", "jmp_buf", "regex_t",
          "pthread_attr_t", "posix_spawn_file_actions_t", "ucontext_t", "struct obstack", "action",
          "struct sigaction", "alternative")
CHARACTERS = {"room": "char", "text": "char", "digits": "char", "wroom": "wchar_t", "wtext": "wchar_t"}
# Expressions that make an object of the library.
OBJECTS = {
    "file": "new_file()", "fd": "new_fd()", "locale": "newlocale(LC_ALL_MASK, \"C\", 0)", "heap": "new_heap()",
    "directory": "opendir(\"/\")", "epoll": "epoll_create1(0)", "passwords": "fopen(\"/etc/passwd\", \"r\")",
    "groups": "fopen(\"/etc/group\", \"r\")",
    "mounts": "setmntent(\"/proc/mounts\", \"r\")",
    "fts": "fts_open((char *[]){\"/etc/security\", 0}, FTS_PHYSICAL, 0)",
}
# Functions that are called back: what they are declared as, and what they look at.
CALLBACKS = {
    "compare": ("int NAME(const void *a, const void *b)", "ab",
                "(*(char *)a > *(char *)b) - (*(char *)a < *(char *)b)"),
    "compare_with": ("int NAME(const void *a, const void *b, void *with)", ("a", "b", "with", "*(void **)with"),
                     "(*(char *)a > *(char *)b) - (*(char *)a < *(char *)b)"),
    "visit": ("void NAME(const void *node, VISIT which, int depth)",
              ("node", "*(void **)node", "**(void ***)node"), ""),
    "visit_with": ("void NAME(const void *node, VISIT which, void *with)",
                   ("node", "*(void **)node", "with", "*(void **)with"), ""),
    "with": ("void NAME(void *with)", ("with", "*(void **)with"), ""),
    "context": ("void NAME(void *with)", ("with", "*(void **)with"), ""),
    "plain": ("void NAME(void)", ("&TARGET",), ""),
    "on_exit": ("void NAME(int code, void *with)", ("with", "*(void **)with"), ""),
    "on_check": ("void NAME(enum mcheck_status s)", ("&TARGET",), ""),
    "handler": ("void NAME(int number)", ("&TARGET",), ""),
    "act": ("void NAME(int number, siginfo_t *info, void *context)",
            ("info", "context", "info->si_value.sival_ptr",
             "context ? ((ucontext_t *)context)->uc_mcontext.fpregs : 0"), ""),
    "notified": ("void NAME(union sigval v)", ("v.sival_ptr", "*(void **)v.sival_ptr"), ""),
    "start": ("void *NAME(void *with)", ("with", "*(void **)with"), "with"),
    "exits": ("void *NAME(void *with)", ("with", "*(void **)with", "(pthread_exit(with), 0)"), "0"),
    "start_int": ("int NAME(void *with)", ("with", "*(void **)with"), "0"),
    "sets_key": ("void *NAME(void *with)", ("with", "(pthread_setspecific(key, with), with)"), "with"),
    "filter": ("int NAME(const struct dirent *e)", ("e", "e->d_name"), "e->d_name[0] != '.'"),
    "compare_entries": ("int NAME(const struct dirent **a, const struct dirent **b)", ("a", "*a", "b", "*b"),
                        "strcmp((*a)->d_name, (*b)->d_name)"),
    "walker": ("int NAME(const char *path, const struct stat *s, int flag)", ("path", "s"), "0"),
    "walker4": ("int NAME(const char *path, const struct stat *s, int flag, struct FTW *f)", ("path", "s", "f"), "0"),
    "glob_error": ("int NAME(const char *path, int error)", ("path",), "0"),
    "open": ("void *NAME(const char *path)", ("path",), "opendir(path)"),
    "read": ("struct dirent *NAME(void *d)", ("d",), "readdir(d)"),
    "close": ("void NAME(void *d)", ("d", "(closedir(d), 0)"), ""),
    "stat": ("int NAME(const char *path, struct stat *s)", ("path", "s"), "stat(path, s)"),
    "fts_compare": ("int NAME(const FTSENT **a, const FTSENT **b)", ("a", "*a", "(*a)->fts_accpath", "b", "*b"), "0"),
    "printer": ("int NAME(FILE *f, const struct printf_info *i, const void *const *all)",
                ("f", "i", "all", "all[0]", "*(void **)all[0]", "**(void ***)all[0]"), "1"),
    "printer_arguments": ("int NAME(const struct printf_info *i, size_t n, int *types, int *sizes)",
                          ("i", "types", "n ? (types[0] = PA_POINTER, (void *)types) : 0"), "1"),
    "printer_arguments_old": ("int NAME(const struct printf_info *i, size_t n, int *types)",
                              ("i", "types", "n ? (types[0] = PA_POINTER, (void *)types) : 0"), "1"),
    "printer_typed": ("int NAME(const struct printf_info *i, size_t n, int *types, int *sizes)",
                      ("i", "types", "n ? (types[0] = typed, sizes[0] = 8, (void *)types) : 0"), "1"),
    "takes": ("void NAME(void *to, va_list *from)", ("to", "*(void **)to = va_arg(*from, void *)"), ""),
    "complains": ("error_t NAME(int k, char *arg, struct argp_state *s)",
                  ("s", "k == ARGP_KEY_END ? (argp_error(s, \"%s\", \"no\"), argp_failure(s, 0, 0, \"%s\", \"no\"), "
                   "argp_help(s->root_argp, stdout, ARGP_HELP_USAGE, s->name), (void *)0) : 0"), "0"),
    "asks_help": ("error_t NAME(int k, char *arg, struct argp_state *s)",
                  ("s", "k == ARGP_KEY_END ? (argp_state_help(s, stdout, ARGP_HELP_LONG | ARGP_HELP_DOC), "
                   "argp_usage(s), (void *)0) : 0"), "0"),
    "help_filter": ("char *NAME(int k, const char *text, void *input)", ("text", "input", "*(void **)input"),
                    "(char *)text"),
    "loaded": ("int NAME(struct dl_phdr_info *i, size_t n, void *with)",
               ("i", "i->dlpi_name", "i->dlpi_phdr", "with", "*(void **)with"), "0"),
    "make_with": ("void *NAME(void *with, size_t n)", ("with", "*(void **)with"), "malloc(n)"),
    "free_with": ("void NAME(void *with, void *p)", ("with", "*(void **)with", "p"), ""),
    "give": ("void *NAME(void *with, unsigned n, unsigned size)", ("with",), "calloc(n, size)"),
    "take": ("void NAME(void *with, void *p)", ("with", "p"), ""),
    "take_input": ("unsigned NAME(void *with, unsigned char **from)",
                   ("with", "*(void **)with", "from", "(*from = INPUT, *from)"), "1"),
    "take_output": ("int NAME(void *with, unsigned char *from, unsigned n)", ("with", "*(void **)with", "from"), "0"),
    "parser": ("error_t NAME(int k, char *arg, struct argp_state *s)",
               ("arg", "s", "s->input", "s->argv", "s->argv[0]", "s->name", "s->root_argp", "s->out_stream"), "0"),
    "cookie_read": ("ssize_t NAME(void *cookie, char *to, size_t n)", ("cookie", "*(void **)cookie", "to"), "0"),
    "cookie_write": ("ssize_t NAME(void *cookie, const char *from, size_t n)", ("cookie", "*(void **)cookie", "from"),
                     "n"),
    "cookie_seek": ("int NAME(void *cookie, off64_t *to, int whence)", ("cookie", "*(void **)cookie", "to"), "0"),
    "cookie_close": ("int NAME(void *cookie)", ("cookie", "*(void **)cookie"), "0"),
}
COOKIE = "(cookie_io_functions_t){{cookie_read}, {cookie_write}, {cookie_seek}, {cookie_close}}"
TEXTS = ("ab,cd ef,g", "cd", "a b,c=d,e", "cd,cd,ab 12")
PLACEHOLDER = re.compile(r"\{([A-Za-z]\w*(?: \w+)?)(?::(\w+))?\}")


def read_calls():
    """Names of functions with their statements, in the order of the table."""
    calls = {}
    for line in (HERE / "library_calls.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            names, statements = line.split(": ", 1)
            for name in names.split():
                calls[name] = statements.split("; ")
    return calls


class Program:
    def __init__(self, seed, calls):
        self.random = random.Random(seed)
        self.lines, self.numbers = [HEAD], 0
        self.lines.append("static void *new_heap(void) {\n  void **p = calloc(8, 8);\n  static long target = 5;\n"
                          "  p[0] = p[3] = &target;\n  return p;\n}")
        self.calls = []
        for name, statements in calls:
            self.call(name, statements)

    def new(self, stem):
        self.numbers += 1
        return f"{stem}{self.numbers}"

    def often(self, share):
        return self.random.random() < share

    def fill(self, text, lasting):
        """The text with its new variables and callbacks declared."""
        while "TARGET" in text:
            target = self.new("target")
            self.lines.append(f"static long {target} = {self.random.randint(1, 100)};")
            text = text.replace("TARGET", target, 1)
        if "INPUT" in text:  # nine stored bytes, none of them the last
            self.lines.append(f"static unsigned char {(own := self.new('input'))}[16] = {{0, 9, 0, 246, 255, 1, 2}};")
            text = text.replace("INPUT", own)
        if "OWN" in text:
            self.lines.append(f"static long {(own := self.new('own'))} = 3;")
            text = text.replace("OWN", own)
        for word, kind in (("CLOSE", "close"), ("READ", "read"), ("OPEN", "open"), ("STAT", "stat"), ("ACT", "act"),
                           ("GIVE", "give"), ("TAKE", "take")):
            if re.search(rf"\b{word}\b", text):
                text = re.sub(rf"\b{word}\b", self.callback(kind), text)
        chosen = self.random.choice(TEXTS)
        text = text.replace("TEXTUAL", chosen)
        return re.sub(r"(L?)\bL?TEXT\b", lambda m: f'{"L" if "LTEXT" in m[0] else ""}"{chosen}"', text)

    def callback(self, kind):
        declared, looks, result = CALLBACKS[kind]
        name = self.new(kind)
        body = [f"  LOOK(noise, {look});" for look in looks]
        body = [self.fill(line, True) for line in body]
        if result:
            body.append(f"  return {result};")
        self.lines += [f"static {declared.replace('NAME', name)} {{", *body, "}"]
        return name

    def memory(self, kind, lasting):
        """New memory of a kind or C type: the expression for it, and its size or None."""
        declared, expression, *inner = MEMORY.get(kind, (f"{kind} NAME = {{0}}", "(&NAME)"))
        if kind == "opaque":
            declared, expression = "long NAME[32]", "(void *)NAME"
        if kind == "jmp_buf":
            declared, expression = "jmp_buf NAME", "NAME"
        name = self.new(re.sub(r"\W", "_", kind))
        if inner:
            target = self.new("target")
            self.lines.append(f"static {self.fill(inner[0].replace('TARGET', target), True)};")
            declared = declared.replace("TARGET", target)
        declared, where = self.fill(declared.replace("NAME", name), lasting), self.random.random()
        if lasting or where < 0.4:
            self.lines.append(f"static {declared};")
        elif where < 0.7 or "[" not in declared.split("=")[0] or kind in ("jmp_buf", "opaque"):
            self.body.append(f"{declared};")
        else:  # on the heap
            self.lines.append(f"static {declared};")
            self.body.append(f"__typeof__({name}[0]) *heap_{name} = malloc(sizeof {name});")
            self.body.append(f"memcpy(heap_{name}, {name}, sizeof {name});")
            if kind not in UNSEEN:
                self.seen.append((kind, f"heap_{name}", f"sizeof {name}"))
            return f"heap_{name}"
        if kind not in UNSEEN:
            self.seen.append((kind, expression.replace("NAME", name), f"sizeof {name}"))
        return expression.replace("NAME", name)

    def value(self, kind):
        if kind == "bytes":
            n = self.random.choice((8, 16, 24, 32, 64))
            if self.often(0.5):
                return str(n)
            self.lines.append(f"static volatile long {(name := self.new('bytes'))} = {n};")
            return name
        if kind in CALLBACKS:
            return self.callback(kind)
        if kind == "memory_stream":
            return self.expand('fmemopen({Words}, 64, "r+")')
        if kind == "cookie":
            return self.expand(COOKIE)
        if kind == "cookie_stream":
            self.body.append(f"FILE *{(name := self.new('stream'))} = " + self.expand(
                '(FILE *)fopencookie({words}, "r+", ' + COOKIE + ")") + ";")
            return name
        if kind in OBJECTS:
            self.body.append(f"__typeof__({OBJECTS[kind]}) {(name := self.new(kind))} = {OBJECTS[kind]};")
            return name
        lasting = kind[0].isupper() and kind.lower() in MEMORY
        return self.memory(kind.lower() if lasting else kind, lasting)

    def expand(self, text):
        def one(match):
            kind, name = match.groups()
            if name is None and kind in self.named:
                return self.named[kind]
            made = self.value(kind)
            if name:
                self.named[name] = made
            return made
        return PLACEHOLDER.sub(one, text)

    def call(self, name, statements):
        self.named, self.body, self.seen = {}, [], []
        via = None
        for statement in statements:
            how, _, rest = statement.partition(" ")
            if how in ("p", "pp", "varies"):
                statement = rest
            into = "noise" if how == "varies" else "sum"
            if "@" in statement:
                if via is None:
                    via = name
                    if name.startswith("mem") and not name.endswith("frob") or self.often(0.25):
                        via = self.new("via")
                        self.lines.append(f"static __typeof__({name}) *volatile {via} = {name};")
                statement = statement.replace("@", via)
            statement = self.expand(statement)
            if how in ("p", "pp"):
                result = self.new("result")
                self.body.append(f"void *{result} = (void *)({statement});")
                self.body.append(f"LOOK(noise, {result});")
                if how == "pp":
                    self.body.append(f"if ({result}) {{ WORDS(noise, {result}, 32); }}")
            else:
                self.body.append(f"{statement};")
            for kind, expression, size in self.seen:
                self.body.append(f"WORDS({into}, {expression}, {size});")
                if kind in CHARACTERS:  # what is loaded here is what the function stored
                    text = f"(({CHARACTERS[kind]} *){expression})"
                    self.body.append(f"{into} = {into} * 31 + {text}[0] + {text}[5];")
        function = self.new("call_")
        self.lines += [f"static void {function}(void) {{  // {name}", *(f"  {line}" for line in self.body), "}"]
        self.calls.append(function)

    def text(self):
        return "\n".join([*self.lines, "int main(void) {", "  pipe(ends);",
                          "  socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets);", *(f"  {call}();" for call in self.calls),
                          '  printf("%lu\\n", sum);', "  return 0;", "}"]) + "\n"


def modelled():
    """Functions of the models with a pointer in their prototype."""
    found = {}
    for line in (MODELS / "prototypes.txt").read_text(encoding="utf-8").splitlines():
        if ":" in line and not line.startswith(("#", "=")):
            prototype, names = line.split(":")
            found.update({name: prototype for name in names.split() if "p" in prototype})
    return found


def main():
    calls, given = read_calls(), sys.argv[1:]
    if given == ["--unused"]:
        used = {name for name in calls}.union(*(re.findall(r"\w+", each) for row in calls.values() for each in row))
        print(*sorted(set(modelled()) - used), sep="\n")
        print(f"{len(set(modelled()) & used)} of {len(modelled())} are called", file=sys.stderr)
        return
    if given and all(name in calls for name in given):
        chosen, seed = given, 1
    elif len(given) == 1 and given[0].isdigit():
        seed, names = int(given[0]), list(calls)
        sweep = -(-len(names) // CALLS_PER_PROGRAM)
        random.Random(seed // sweep).shuffle(names)
        chosen = names[seed % sweep::sweep]
    else:
        sys.exit("usage: library_program.py SEED|FUNCTION... > FILE.c")
    sys.stdout.write(Program(seed, [(name, calls[name]) for name in chosen]).text())


if __name__ == "__main__":
    main()
