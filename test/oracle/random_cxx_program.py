#!/usr/bin/env python3
"""random_cxx_program.py SEED > FILE.cpp: a random C++ program for the oracle.

The program is whole, ends with 0, has no undefined behaviour, and prints a sum of what it computes. It has interfaces,
classes with one or several bases (virtual ones in every other program) and constructors that call virtual functions,
pointers to members, the containers and smart pointers of the standard library, lambdas in std::function, casts between
classes, and exceptions that are caught as a base.
"""
import random
import sys

HEAD = """#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.interfaces = [f"I{n}" for n in range(self.random.randint(1, 3))]
        self.virtual = "virtual " if self.often(0.5) else ""
        self.bases = {}     # class: the classes and interfaces that it names as its bases
        self.all_of = {}    # class: all interfaces that it has
        self.functions = []
        self.lines = [HEAD]

    def often(self, share):
        return self.random.random() < share

    def one_of(self, choices):
        return choices[self.random.randrange(len(choices))]

    def add(self, *lines):
        self.lines += lines

    def interface(self, name):
        self.add(f"struct {name} {{",
                 f"  {name} *next = nullptr;",
                 "  long number = 1;",
                 f"  virtual long ask(long n) {{ return n + {self.random.randint(1, 9)}; }}",
                 f"  virtual {name} *other_{name}() {{ return next ? next : this; }}",
                 f"  virtual ~{name}() {{ number = 0; }}",
                 "};")

    def new_class(self, name):
        """Every interface of the class is its base by one way only, unless it is a virtual base."""
        parents, interfaces = [], []
        for candidate in self.random.sample([*self.bases, *self.interfaces], len(self.bases) + len(self.interfaces)):
            brings = self.all_of.get(candidate, [candidate])
            if (self.virtual or not set(brings) & set(interfaces)) and len(parents) < 3 and self.often(0.6):
                parents.append(candidate)
                interfaces += [i for i in brings if i not in interfaces]
        if not parents:
            parents = interfaces = [self.one_of(self.interfaces)]
        self.bases[name], self.all_of[name] = parents, interfaces
        named = ", ".join(self.virtual + parent for parent in parents)
        partner = self.one_of(self.interfaces)
        first = interfaces[0]
        self.add(f"struct {name} : {named} {{",
                 f"  {partner} *partner = nullptr;",
                 f"  long (*step)(long) = step{self.random.randrange(3)};",
                 "  long own;",
                 f"  {name}(long n = 3) : own(n) {{ own += this->{first}::number; {self.early(first)}}}")
        # Overriders of all bases: without them a class with two of a function has no final one.
        self.add(f"  long ask(long n) override {{ own += n; return n <= 0 ? own : {self.answer(interfaces)}; }}")
        for i in interfaces:
            next_or_this = f"this->{i}::next ? this->{i}::next : this"
            self.add(f"  {i} *other_{i}() override {{ return {self.one_of(('this', next_or_this))}; }}")
        self.add(f"  long plain(long n) {{ return n + own; }}",
                 f"  ~{name}() {{ {self.early(first)}}}",
                 "};")

    def early(self, interface):
        """A virtual call on the object under construction or destruction."""
        return self.one_of(["", "own += ask(0); ", f"own += call_{interface}(this, 0); "])

    def answer(self, interfaces):
        own = self.one_of(interfaces)
        return self.one_of(["(partner ? partner->ask(n - 1) : n)", "step(n)", "(step ? step(n) : 0)",
                            f"(this->{own}::next ? this->{own}::next->ask(n - 2) : own)", "plain(n)"])

    def make(self, interface):
        """An owned object with the interface, of a class that is drawn."""
        fitting = [c for c, all_of in self.all_of.items() if interface in all_of]
        return f"new {self.one_of(fitting)}({self.random.randint(1, 99)})" if fitting else f"new {interface}"

    def statements(self, interface):
        """Of a function with I *a, I *b, long n and the sum."""
        yield "sum += a->ask(n);"
        yield f"sum += b->other_{interface}()->ask(n);"
        yield f"a->next = b; sum += a->other_{interface}()->ask(n); a->next = nullptr;"
        for name, all_of in self.all_of.items():
            if interface not in all_of:
                continue
            yield (f"if (auto *k = dynamic_cast<{name} *>(a)) {{ k->step = step{self.random.randrange(3)};"
                   f" sum += k->step(n) + k->plain(n); }}")
            yield f"if (auto *k = dynamic_cast<{name} *>(b)) {{ auto m = &{name}::plain; sum += (k->*m)(n); }}"
            yield f"{{ {name} local(n); {interface} &r = local; sum += r.ask(n) + call_{interface}(&r, n); }}"
            yield (f"try {{ if (n % 2) throw {name}(n); sum += 1; }} catch ({interface} &e) {{ sum += e.ask(n); }}")
            yield f"{{ long {name}::*m = &{name}::own; {name} local(1); local.*m = n; sum += local.plain(n); }}"
        yield f"{{ long ({interface}::*m)(long) = &{interface}::ask; sum += (a->*m)(n) + (b->*m)(n); }}"
        yield f"{{ std::vector<{interface} *> v{{a, b}}; v.push_back(a); for (auto *x : v) sum += x->ask(n); }}"
        yield f"{{ std::vector<std::unique_ptr<{interface}>> v; v.emplace_back({self.make(interface)}); " \
              f"v.emplace_back({self.make(interface)}); for (auto &x : v) sum += x->ask(n); }}"
        yield f"{{ std::map<int, {interface} *> m; m[1] = a; m[int(n)] = b; sum += m.begin()->second->ask(n); }}"
        yield f"{{ std::map<std::string, std::shared_ptr<{interface}>> m; m[\"x\"].reset({self.make(interface)}); " \
              f"auto s = m[\"x\"]; m.clear(); sum += s->ask(n); }}"
        yield f"{{ std::list<{interface} *> l{{a}}; l.push_front(b); l.reverse(); sum += l.front()->ask(n); }}"
        yield f"{{ std::deque<std::pair<{interface} *, long>> d; d.push_back({{b, n}}); d.emplace_front(a, 1);" \
              f" for (auto &[x, y] : d) sum += x->ask(y); }}"
        yield f"{{ std::function<long(long)> f = [a](long x) {{ return a->ask(x); }}; auto g = f;" \
              f" f = step{self.random.randrange(3)}; sum += g(n) + f(n); }}"
        yield f"{{ std::array<long (*)(long), 3> t{{step0, step1, step2}}; sum += t[n & 1](n); }}"
        yield f"{{ {interface} *c = a; std::swap(c, b); sum += c->ask(n); b = c; }}"
        yield f"{{ auto p = std::make_shared<std::vector<{interface} *>>(3, b); (*p)[1] = a; "\
              f"sum += (*p)[n % 3]->ask(n); }}"
        for name, other in self.functions:
            if other == interface:
                yield f"sum += {name}(b, a, n - 1);"

    def function(self, name, interface):
        self.add(f"static long {name}({interface} *a, {interface} *b, long n) {{", "  long sum = n;",
                 "  if (n <= 0) return 1;")
        choices = list(self.statements(interface))
        for _ in range(self.random.randint(2, 6)):
            self.add(f"  {self.one_of(choices)}")
        self.add("  return sum % 100000;", "}")
        self.functions.append((name, interface))

    def text(self):
        for number in range(3):
            self.add(f"static long step{number}(long n) {{ return n + {self.random.randint(1, 9)}; }}")
        for interface in self.interfaces:
            self.interface(interface)
            self.add(f"static long call_{interface}({interface} *o, long n) {{ return o->ask(n); }}")
        for number in range(self.random.randint(1, 5)):
            self.new_class(f"K{number}")
        for number in range(self.random.randint(2, 6)):
            self.function(f"f{number}", self.one_of(self.interfaces))
        self.add("int main() {", "  long sum = 0;")
        for number in range(self.random.randint(2, 5)):
            name, interface = self.one_of(self.functions)
            self.add(f"  std::unique_ptr<{interface}> a{number}({self.make(interface)}), "
                     f"b{number}({self.make(interface)});",
                     f"  for (long n = 1; n != 5; ++n) sum += {name}(a{number}.get(), b{number}.get(), n);")
        self.add('  std::printf("%ld\\n", sum);', "  return 0;", "}")
        return "\n".join(self.lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        print("random_cxx_program.py: expected a seed", file=sys.stderr)
        sys.exit(1)
    sys.stdout.write(Program(int(sys.argv[1])).text())
