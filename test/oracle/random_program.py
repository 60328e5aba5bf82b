#!/usr/bin/env python3
"""random_program.py SEED > FILE.c: a random C program for the oracle, and for tests of optimisation.

The program is whole, ends with 0, keeps ISO C's rules (no undefined behaviour: every access is of an object that is
there, by its type) and prints a sum of what it computes. It has structures within structures, unions, lists found from
their links, functions stored in members and tables and through pointers to these (of type void *, too), allocators
behind wrappers and pointers, pointers kept in integers, and copies of memory by any number of bytes. Some have what
`random_extensions.py` adds: assembly, sections, frames, complex numbers, and constructors.
"""
import random
import sys

import random_extensions

SCALARS = ("int", "long", "char", "short", "double")
POOL = "//@ spares types=declared\n"  # memory of a pool has no type of its own


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.lines = []
        self.depth = 1
        self.opened = []
        self.structs = []       # members: (type, path, conditions)
        self.signatures = []    # (result, parameters)
        self.functions = []     # (name, signature)
        self.scope = []         # (name, type)
        self.has_pool = self.random.random() < 0.4
        self.extensions = random_extensions.Extensions(self, seed)

    # --- Chance ---

    def one_of(self, choices):
        return choices[self.random.randrange(len(choices))]

    def often(self, share):
        return self.random.random() < share

    def new(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # --- Types: ("scalar", NAME), ("ptr", I), ("pp", I), ("sp", NAME), ("void", I), ("fn", K), ("fp", K), ("num", I)

    def declare(self, t, name):
        kind, of = t
        return {"scalar": f"{of} {name}", "ptr": f"struct S{of} *{name}", "pp": f"struct S{of} **{name}",
                "sp": f"{of} *{name}", "void": f"void *{name}", "fn": f"F{of} *{name}", "fp": f"F{of} **{name}",
                "num": f"uintptr_t {name}",
                }[kind]

    def random_type(self, structs):
        n = self.random.random()
        if n < 0.22:
            return ("scalar", self.one_of(SCALARS))
        kind = self.one_of(["ptr"] * 6 + ["fn"] * 4 + ["void", "num", "pp", "sp", "fp", "fp"])
        if kind in ("fn", "fp"):
            return (kind, self.random.randrange(len(self.signatures)))
        if kind == "sp":
            return (kind, self.one_of(("int", "long")))
        return (kind, self.random.randrange(structs))

    # Structure 0 is the base of 1 and 2, and says by its first member which it is part of; 3 is a link that is in 4
    # alone. Nothing else may hold or copy these two as a whole.
    def make_structs(self, count):
        for i in range(count):
            text, members = [], []

            def add(t, name, text=text, members=members):
                text.append(f"  {self.declare(t, name)};")
                members.append((t, name, []))

            if i == 0:
                text.append("  long kind;")
            if i in (1, 2):
                self.nest(0, "base", text, members)
            if i == 3:
                text.append("  struct S3 *next;")
            for number in range(self.random.randint(1, 5)):
                name, n = f"m{number}", self.random.random()
                inner = [j for j in range(i) if j not in (0, 1, 2, 3)]
                if n < 0.62:
                    add(self.random_type(count), name)
                elif n < 0.72 and i != 0:
                    t, length = self.random_type(count), self.random.randint(2, 4)
                    text.append(f"  {self.declare(t, f'{name}[{length}]')};" if t[0] != "fn"
                                else f"  F{t[1]} *{name}[{length}];")
                    members += [(t, f"{name}[{k}]", []) for k in range(length)]
                    members.append((t, f"{name}[sum % {length}]", []))
                elif n < 0.82 and inner:
                    self.nest(self.one_of(inner), name, text, members)
                elif n < 0.92:
                    self.join(name, count, text, members)
                else:
                    text.append(f"  char {name}[{self.one_of((5, 8, 16, 24))}];")
            if i == 4:
                self.nest(3, "link", text, members)
            self.structs.append(members)
            self.lines += [f"struct S{i} {{", *text, "};"]

    def nest(self, inner, name, text, members):
        text.append(f"  struct S{inner} {name};")
        members += [(t, f"{name}.{path}", [f"{name}.{c}" for c in conditions])
                    for t, path, conditions in self.structs[inner]]

    def join(self, name, count, text, members):
        choices = [self.random_type(count) for _ in range(self.random.randint(2, 3))]
        text.append(f"  int {name}_is;")
        text.append("  union {")
        for k, t in enumerate(choices):
            text.append(f"    {self.declare(t, f'u{k}')};")
            members.append((t, f"{name}.u{k}", [f"{name}_is == {k}"]))
        text.append(f"  }} {name};")

    def make_signatures(self, count, structs):
        for k in range(count):
            def part(k=k):
                kind = self.one_of(("ptr", "ptr", "scalar", "fn" if k else "ptr", "fp" if k else "ptr", "void", "pp"))
                return (kind, "long" if kind == "scalar" else
                        self.random.randrange(k if kind in ("fn", "fp") else structs))
            result = self.one_of((None, ("scalar", "long"), part(), part()))
            self.signatures.append((result, [part() for _ in range(self.random.randint(1, 3))]))

    def result_text(self, k):
        result = self.signatures[k][0]
        return "void " if result is None else self.declare(result, "")

    # --- Statements: each is a block that opens an `if` for each pointer that must not be null ---

    def add(self, line):
        self.lines.append("  " * self.depth + line)

    def open(self, line):
        self.add(line + " {")
        self.depth += 1

    def close(self, to):
        while self.depth > to:
            self.depth -= 1
            self.add("}")

    def pointer(self, i, level):
        """The name of a pointer to structure i that is not null."""
        name = self.new("p")
        self.add(f"struct S{i} *{name} = {self.value(('ptr', i), level)};")
        self.open(f"if ({name})")
        return name

    def place(self, t, level, lasting=False):
        """A place of that type, or none; lasting: one whose address may be kept, no local variable's or union's."""
        at = [] if lasting else [name for name, type_ in self.scope if type_ == t]
        inside = [(i, path, conditions) for i, members in enumerate(self.structs)
                  for type_, path, conditions in members if type_ == t and not (lasting and conditions)]
        if at and (not inside or level > 3 or self.often(0.4)):
            return self.one_of(at)
        if not inside or level > 5:
            return None
        i, path, conditions = self.one_of(inside)
        if self.often(0.3) and i != 3:
            prefix = self.one_of((f"g{i}.", f"array{i}[{self.random.randrange(3)}].", f"array{i}[sum % 3]."))
        else:
            prefix = self.pointer(i, level + 1) + "->"
        for condition in conditions:
            self.open(f"if ({prefix}{condition})")
        return prefix + path

    def load(self, t, level):
        """What is in a place, or null. A union may hold something else by the time that a whole expression is used."""
        at = self.place(t, level)
        if not at or at.isidentifier():
            return at or "0"
        name = self.new("v")
        self.add(f"{self.declare(t, name)} = {at};")
        return name

    def address(self, i):
        if i == 3:
            return self.one_of(("&g4.link", "&array4[1].link"))
        return self.one_of((f"&g{i}", f"&array{i}[{self.random.randrange(3)}]", f"array{i} + sum % 3",
                            f"(sum & 1 ? &g{i} : array{i})"))

    def fresh(self, i):
        size = f"sizeof(struct S{i})"
        if i == 3:
            return "&((struct S4 *)grab(sizeof(struct S4)))->link"
        if i in (1, 2):
            return f"fill{i}(make{i}())"
        if self.often(0.2):
            return f"(struct S{i} *)grab(3 * {size}) + {self.random.randrange(3)}"
        new = f"(struct S{i} *){self.one_of(self.allocators)}({size})"
        return f"fill{i}({new})" if self.often(0.7) else new

    def simple(self, t):
        """A value that needs nothing of what is around it."""
        kind, of = t
        if kind == "scalar":
            return str(self.random.randint(-100, 100))
        if kind == "fn":
            return self.one_of([name for name, k in self.functions if k == of] + [f"table{of}[{of % 2}]"])
        if kind == "sp":
            return f"&global_{of}"
        if kind == "fp":
            return f"&slots{of}[{self.random.randrange(3)}]"
        if kind == "pp":
            return f"&array_of_p{of}[{self.random.randrange(4)}]"
        return ("(uintptr_t)" if kind == "num" else "") + f"({self.address(of)})"

    def fill(self, i, prefix):
        for t, path, conditions in self.structs[i]:
            if self.often(0.2 if conditions else 0.75):
                for condition in conditions:
                    self.add(f"{prefix}{condition.replace('==', '=')};")
                self.add(f"{prefix}{path} = {self.simple(t)};")

    def value(self, t, level=0):
        kind, of = t
        if kind == "scalar":
            if self.often(0.5):
                return str(self.random.randint(-100, 100))
            return self.load(t, level)
        if kind == "fn":
            fitting = [name for name, k in self.functions if k == of]
            choices = [lambda: self.one_of(fitting)] * 3 + [lambda: self.load(t, level)] * 2
            choices += [lambda: f"table{of}[sum % 2]", lambda: f"get_any{of}()"]
            choices += [lambda form=form: form.format(of) for form in self.extensions.function_forms()]
            if level < 4:
                choices += [lambda: self.through_pointer(of, level)] * 2
            return self.one_of(choices)()
        if kind == "void":
            return self.one_of((lambda: self.load(t, level), lambda: self.value(("ptr", of), level + 1)))()
        if kind == "num":
            return self.one_of((lambda: self.load(t, level),
                                lambda: f"(uintptr_t)({self.value(('ptr', of), level + 1)})"))()
        if kind == "pp":
            if self.often(0.4):
                return f"&array_of_p{of}[{self.random.randrange(4)}]"
            if self.often(0.3):
                return f"array_of_p{of} + sum % 4"
            at = self.place(("ptr", of), level + 1, lasting=True)
            return f"&{at}" if at else f"&array_of_p{of}[0]"
        if kind == "fp":
            if self.often(0.3):
                return f"slots{of} + sum % 3"
            at = self.place(("fn", of), level + 1, lasting=True)
            return f"&{at}" if at else f"&slots{of}[0]"
        if kind == "sp":
            at = self.place(("scalar", of), level + 1, lasting=True)
            return f"&{at}" if at and self.often(0.7) else f"&global_{of}"
        return self.pointer_value(of, level)

    def through_pointer(self, k, level):
        """A function that a pointer to its place leads to, or null."""
        at = self.load(("fp", k), level + 1)
        return f"({at} ? *(F{k} **){at} : 0)"

    def pointer_value(self, i, level):
        t = ("ptr", i)
        simple = [lambda: self.address(i), lambda: f"array_of_p{i}[{self.random.randrange(4)}]"]
        choices = simple * 2 + [lambda: self.fresh(i)] + [lambda: self.load(t, level)] * 3
        if level > 3:
            return self.one_of(simple)()

        def through(kind, form):
            return form.format(self.load((kind, i), level + 1))

        def called():
            fitting = [(name, k) for name, k in self.functions if self.signatures[k][0] == t]
            signatures = [k for k, s in enumerate(self.signatures) if s[0] == t]
            if not signatures:
                return self.address(i)
            if fitting and self.often(0.5):
                name, k = self.one_of(fitting)
            else:
                k = self.one_of(signatures)
                name = self.new("f")
                self.add(f"F{k} *{name} = {self.value(('fn', k), level + 2)};")
                self.open(f"if ({name})")
            return f"{name}({', '.join(self.value(p, level + 2) for p in self.signatures[k][1])})"

        choices += [called, called,
                    lambda: through("void", "(struct S%d *){}" % i), lambda: through("num", "(struct S%d *){}" % i),
                    lambda: f"untag{i}(tag{i}({self.value(t, level + 2)}))",
                    lambda: f"pick{i}(2, {self.value(t, level + 2)}, {self.value(t, level + 2)})",
                    lambda: f"last{i}()", lambda: f"keep{i}({self.value(t, level + 2)})"]
        choices += [lambda form=form: form.format(i, self.value(t, level + 2))
                    for form in self.extensions.pointer_forms()]
        if i == 0:
            choices += [lambda: f"&{self.pointer(self.one_of((1, 2)), level + 1)}->base"] * 3
        if i in (1, 2):
            choices += [lambda: f"as{i}({self.value(('ptr', 0), level + 1)})"] * 3
        if i == 3:
            choices += [lambda: f"&{self.pointer(4, level + 1)}->link"] * 2
            choices += [lambda: self.pointer(3, level + 1) + "->next"] * 2
        if i == 4:
            choices += [lambda: f"outer({self.value(('ptr', 3), level + 1)})"] * 3
        return self.one_of(choices)()

    def set(self, t):
        kind = t[0]
        joined = [(i, path, conditions) for i, members in enumerate(self.structs)
                  for type_, path, conditions in members if type_ == t and conditions and len(conditions) == 1]
        if joined and self.often(0.5):  # change what a union holds
            i, path, conditions = self.one_of(joined)
            if i == 3:
                return
            to, name, new = self.pointer(i, 1), self.new("v"), self.value(t, 1)
            self.add(f"{self.declare(t, name)} = {new};")
            self.add(f"{to}->{conditions[0].replace('==', '=')};")
            self.add(f"{to}->{path} = {name};")
            return
        if kind == "ptr" and self.often(0.15):
            new, at = self.value(t, 1), self.load(("pp", t[1]), 1)
            return self.add(f"if ({at}) *(struct S{t[1]} **){at} = {new};")
        if kind == "fn" and self.often(0.25):
            new, at = self.value(t, 1), self.load(("fp", t[1]), 1)
            return self.add(f"if ({at}) *(F{t[1]} **){at} = {new};")
        if kind == "fn" and self.often(0.3):  # the place as one of any memory
            new, at = self.value(t, 1), self.value(("fp", t[1]), 1)
            return self.add(self.one_of((f"set_any{t[1]}({at}, {new});", f"keep_any{t[1]}({at});",
                                         f"set_any{t[1]}(keep_any{t[1]}({at}), {new});",
                                         f"copy_any{t[1]}({at}, {self.value(('fp', t[1]), 1)});")))
        if kind == "scalar" and t[1] in ("int", "long") and self.often(0.2):
            new, at = self.value(t, 1), self.load(("sp", t[1]), 1)
            return self.add(f"if ({at}) *({t[1]} *){at} = {new};")
        # What the value does may change what a union holds: it is taken first.
        name, new = self.new("v"), self.value(t, 1)
        self.add(f"{self.declare(t, name)} = {new};")
        at = self.place(t, 1)
        if at:
            self.add(f"{at} = {name};")

    def copy(self):
        i = self.one_of([k for k in range(len(self.structs)) if k not in (0, 3, 4)])
        if self.often(0.3):
            return self.add(f"memmove(array{i}, array{i} + 1, 2 * sizeof *array{i});")
        to, at = self.pointer(i, 1), self.pointer(i, 1)
        form = self.one_of(("*{0} = *{1};", "if ({0} != {1}) memcpy({0}, {1}, sizeof *{0});",
                            "swap_bytes((char *){0}, (char *){1}, sizeof *{0});",
                            "swap_words({0}, {1}, sizeof *{0});", "copy_bytes((char *){0}, (char *){1}, sizeof *{0});",
                            "{{ struct S%d t = *{0}; *{0} = *{1}; *{1} = t; }}" % i))
        self.add(form.format(to, at))

    def call(self):
        name, k = self.one_of(self.functions)
        if self.often(0.7):
            k = self.random.randrange(len(self.signatures))
            name = self.new("f")
            self.add(f"F{k} *{name} = {self.value(('fn', k), 1)};")
            self.open(f"if ({name})")
        self.add(f"{name}({', '.join(self.value(p, 1) for p in self.signatures[k][1])});")

    def use_library(self):
        i = self.random.randrange(len(self.structs))
        self.one_of((
            lambda: self.add(f"qsort(array_of_p{i}, 4, sizeof *array_of_p{i}, {self.one_of(self.comparators(i))});"),
            lambda: self.add(f"push{i}({self.value(('ptr', i), 1)});"),
            lambda: self.add(f"link_in({self.value(('ptr', 4), 1)});"),
            lambda: self.add("walk();"),
            lambda: self.xor_swap(i),
        ))()

    @staticmethod
    def comparators(i):
        return f"rising{i}", f"falling{i}"

    def xor_swap(self, i):
        self.add(f"swap_bits((uintptr_t *)&number{i}[0], (uintptr_t *)&number{i}[1]);")

    def count(self):
        name = self.one_of(SCALARS)
        at = self.place(("scalar", name), 0)
        if at:
            self.add(f"add((unsigned long)(long){at});")

    def statement(self):
        to = self.depth
        self.open("")
        known = len(self.scope)
        self.one_of([lambda: self.set(self.random_type(len(self.structs)))] * 8 + [self.call] * 4 + [self.copy] * 2
                    + [self.use_library] * 2 + [self.count] * 2)()
        del self.scope[known:]
        self.close(to)

    def body(self, k):
        result, parameters = self.signatures[k]
        self.scope = [(f"a{n}", p) for n, p in enumerate(parameters)]
        self.add(f"if (--fuel < 0) return{'' if result is None else ' 0'};")
        for _ in range(self.random.randint(0, 2)):
            t = self.random_type(len(self.structs))
            name = self.new("v")
            self.add(f"{self.declare(t, name)} = 0;")
            self.scope.append((name, t))
        for _ in range(self.random.randint(1, 4)):
            self.statement()
        if result is not None:
            self.add(f"{self.declare(result, 'result')} = 0;")
            to = self.depth
            self.open("")
            self.add(f"result = {self.value(result, 1)};")
            self.close(to)
            self.add("return result;")
        self.scope = []

    # --- The whole ---

    def make_allocators(self):
        self.lines += [
            "static void *get_memory(size_t bytes) {", "  void *p = calloc(1, bytes);", "  if (!p) abort();",
            "  return p;", "}",
            "static void *grab(size_t bytes) { return get_memory(bytes); }",
            "static void *grab_and_clear(size_t bytes) {", "  void *p = malloc(bytes);",
            "  return p ? memset(p, 0, bytes) : get_memory(bytes);", "}",
            "struct source { void *(*get)(struct source *, size_t); long taken; };",
            "static void *from_source(struct source *s, size_t bytes) {", "  s->taken++;", "  return grab(bytes);", "}",
            "static void *(*volatile hook)(size_t) = grab;",
            "static void *(*other_hook)(size_t) = grab_and_clear;",
            "static struct source first_source = {from_source, 0};",
            "static void *through_source(size_t bytes) {", "  struct source *s = &first_source;",
            "  return s->get(s, bytes);", "}"]
        self.allocators = ["get_memory", "grab", "grab_and_clear", "hook", "other_hook", "through_source"]
        if self.has_pool:
            self.lines += [
                "static _Alignas(16) char pool[1 << 16];", "static size_t pool_used;",
                "static void *from_pool(size_t bytes) {", "  bytes = (bytes + 15) & ~(size_t)15;",
                "  if (pool_used + bytes > sizeof pool) return grab(bytes);", "  pool_used += bytes;",
                "  return pool + pool_used - bytes;", "}"]
            self.allocators.append("from_pool")

    def make_helpers(self):
        add = self.lines.append
        for k in range(len(self.signatures)):
            add(f"static F{k} *const table{k}[2];")
            add(f"static F{k} *slots{k}[3];")
            add(f"static void *any{k};")
            add(f"static void *keep_any{k}(void *p) {{\n  any{k} = p;\n  return p;\n}}")
            add(f"static void set_any{k}(void *p, F{k} *f) {{\n  F{k} **at = p;\n  if (at) *at = f;\n}}")
            add(f"static F{k} *get_any{k}(void) {{\n  F{k} **at = any{k};\n  return at ? *at : 0;\n}}")
            add(f"static void copy_any{k}(void *to, const void *from) {{\n"
                f"  if (to && from && to != from) memcpy(to, from, sizeof(F{k} *));\n}}")
        for i in range(len(self.structs)):
            s = f"struct S{i}"
            if i != 3:
                add(f"static {s} g{i}, array{i}[3];")
        for i in range(len(self.structs)):
            s, own = f"struct S{i}", "&g4.link" if i == 3 else f"&g{i}"
            add(f"static {s} *array_of_p{i}[4] = {{{own}}};")
            add(f"static uintptr_t number{i}[2];")
            add(f"static uintptr_t tag{i}({s} *p) {{ return (uintptr_t)p | (p ? 1 : 0); }}")
            add(f"static {s} *untag{i}(uintptr_t n) {{ return ({s} *)(n & ~(uintptr_t)1); }}")
            add(f"static {s} *keep{i}({s} *p) {{\n  number{i}[0] = (uintptr_t)p;\n"
                f"  return number{i}[1] ? ({s} *)number{i}[1] : p;\n}}")
            add(f"static {s} *pick{i}(int n, ...) {{\n  va_list all;\n  {s} *p = 0;\n  va_start(all, n);\n"
                f"  while (n--) {{\n    {s} *q = va_arg(all, {s} *);\n    if (q) p = q;\n  }}\n  va_end(all);\n"
                f"  return p;\n}}")
            add(f"static {s} **many{i};\nstatic size_t many_used{i}, many_size{i};")
            add(f"static void push{i}({s} *p) {{\n  if (many_used{i} == many_size{i}) {{\n"
                f"    many_size{i} += 2;\n    many{i} = realloc(many{i}, many_size{i} * sizeof *many{i});\n"
                f"    if (!many{i}) abort();\n  }}\n  many{i}[many_used{i}++] = p;\n}}")
            add(f"static {s} *last{i}(void) {{ return many_used{i} ? many{i}[many_used{i} - 1] : 0; }}")
            for name, sign in zip(self.comparators(i), "<>"):
                add(f"static int {name}(const void *a, const void *b) {{\n"
                    f"  {s} *const *x = a, *const *y = b;\n  return (!*x {sign} !*y) - (!*y {sign} !*x);\n}}")
        for i in (1, 2):
            add(f"static struct S{i} *make{i}(void) {{\n  struct S{i} *p = grab(sizeof *p);\n"
                f"  p->base.kind = {i};\n  return p;\n}}")
            add(f"static struct S{i} *as{i}(struct S0 *p) {{ return p && p->kind == {i} ? (struct S{i} *)p : 0; }}")
        add("static struct S4 *outer(struct S3 *p) {\n"
            "  return p ? (struct S4 *)((char *)p - offsetof(struct S4, link)) : 0;\n}")
        add("static struct S3 *list;")
        add("static void link_in(struct S4 *p) {\n  if (!p) return;\n  p->link.next = list;\n  list = &p->link;\n}")
        add("static void walk(void) {\n  int n = 0;\n  for (struct S3 *p = list; p && n < 20; p = p->next, ++n) "
            "add(outer(p) == &g4);\n}")

    COPIES = """static void swap_bytes(char *a, char *b, size_t n) {
  while (n--) {
    char t = *a;
    *a++ = *b;
    *b++ = t;
  }
}
static void copy_bytes(char *to, const char *from, size_t n) {
  if (to != from)
    for (size_t i = 0; i != n; ++i) to[i] = from[i];
}
static void swap_words(void *a, void *b, size_t n) {
  char *x = a, *y = b;
  while (n >= 8) {
    uint64_t t, u;
    memcpy(&t, x, 8);
    memcpy(&u, y, 8);
    memcpy(x, &u, 8);
    memcpy(y, &t, 8);
    x += 8, y += 8, n -= 8;
  }
  swap_bytes(x, y, n);
}
static void swap_bits(uintptr_t *a, uintptr_t *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
"""

    def text(self):
        structs, signatures = self.random.randint(6, 8), self.random.randint(3, 5)
        self.make_signatures(signatures, structs)
        self.lines += ["#include <stdarg.h>", "#include <stddef.h>", "#include <stdint.h>", "#include <stdio.h>",
                       "#include <stdlib.h>", "#include <string.h>"]
        self.lines += [f"struct S{i};" for i in range(structs)]
        for k, (_, parameters) in enumerate(self.signatures):
            declared = ", ".join(self.declare(p, "") for p in parameters)
            self.lines.append(f"typedef {self.result_text(k)}F{k}({declared});")
        self.make_structs(structs)
        self.lines += ["static unsigned long sum;", "static long fuel = 2000, global_long;", "static int global_int;",
                       "static void add(unsigned long n) { sum = sum * 31 + n; }"]
        self.make_allocators()
        self.lines += self.COPIES.splitlines()
        self.make_helpers()
        self.lines += self.extensions.helpers()
        for k in range(signatures):
            for _ in range(self.random.randint(2, 4)):
                self.functions.append((self.new("do"), k))
        self.lines += [f"static F{k} {name};" for name, k in self.functions]
        for i in range(structs):
            self.lines.append(f"static struct S{i} *fill{i}(struct S{i} *p) {{")
            self.fill(i, "p->")
            self.lines += ["  return p;", "}"]
        for k in range(signatures):
            fitting = [name for name, of in self.functions if of == k]
            self.lines.append(f"static F{k} *const table{k}[2] = {{{self.one_of(fitting)}, {self.one_of(fitting)}}};")
        self.lines += self.extensions.functions()
        for name, k in self.functions:
            parameters = ", ".join(self.declare(p, f"a{n}") for n, p in enumerate(self.signatures[k][1]))
            self.lines.append(f"static {self.result_text(k)}{name}({parameters}) {{")
            self.body(k)
            self.lines.append("}")
        self.lines.append("int main(void) {")
        for i in range(structs):
            for k in range(4):
                self.add(f"array_of_p{i}[{k}] = {self.address(i)};")
            for each in (f"g{i}.", f"array{i}[0].", f"array{i}[1].", f"array{i}[2]."):
                if i != 3:
                    self.fill(i, each)
        for _ in range(self.random.randint(40, 90)):
            self.statement()
        self.add('printf("%lu %ld\\n", sum, fuel);')
        self.lines += ["  return 0;", "}"]
        return (POOL if self.has_pool else "") + "\n".join(self.lines) + "\n"


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit("usage: random_program.py SEED > FILE.c")
    sys.stdout.write(Program(int(sys.argv[1])).text())


if __name__ == "__main__":
    main()
