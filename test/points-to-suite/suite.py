#!/usr/bin/env python3
"""suite.py --pta AMORPH-PTA --clang FOLDER [--jobs N] [--variant NAME]... [--options TEXT] [PROGRAM...]: programs whose
comments say what points where.

Every program is compiled, run (it must end with 0: what it asserts about itself holds), lowered once, and analysed in
an open and in a closed world; each expectation is compared with what amorph-pta answers. README.md has the language.
Prints each failure as FILE:LINE: what was expected, what was found; ends with 1 if there is any.

This is done by default options ("precise") and by those of the other variants, which make answers coarser, or split
memory in more objects; what is checked then is that no fact is missing: objects are compared by the variable or
allocation that they are part of. --variant runs the named ones alone; --options runs one with these options of
amorph-pta.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile

WORLDS = ("open", "closed")
VARIANTS = {
    "precise": [],
    "coarse": ["--field-limit", "2", "--no-heap-types", "--wrappers", "off"],
    "strict": ["--preset", "strict"],
    "cloned": ["--wrappers", "constructors"],
}
SEVERAL = ("points-to", "may", "not", "pointed-by", "callees", "may-callees", "not-callees", "callers", "may-callers")
VERDICTS = {"alias": ("no", "may"), "escapes": ("yes", "no"), "why": ("yes", "no")}
QUERIES = {
    "may": "points-to", "not": "points-to", "may-callees": "callees", "not-callees": "callees",
    "may-callers": "callers", "alias": "aliases", "unused-address-taken": "unused-address-taken",
}
SITE = re.compile(r"\{(\w*)\}")


class Malformed(Exception):
    pass


@dataclasses.dataclass
class Expectation:
    line: int
    kind: str
    query: str
    argument: str
    names: list
    worlds: tuple


def split_names(text):
    """At commas outside brackets: names of C++ functions have commas of their own."""
    names, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([<") - (c in ")]>")
        if c == "," and depth == 0:
            names.append(text[begin:i])
            begin = i + 1
    names.append(text[begin:])
    return [name.strip() for name in names if name.strip()]


class Program:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)
        self.flags, self.libraries, self.parts, self.options = [], [], [], []
        self.expectations = []
        self.sites = {}
        with open(path) as file:
            self.lines = file.read().split("\n")
        spoken_of = 0
        remarks = []
        for number, line in enumerate(self.lines, 1):
            code, *chunks = line.split("//@")
            if code.strip() and not code.strip().startswith("//"):
                spoken_of = number
            remarks += [(number, spoken_of, chunk.strip()) for chunk in chunks]
        for number, at, remark in remarks:
            if remark.startswith("site "):
                self.sites[remark[5:].strip()] = f"{self.name}:{at}"
        for number, at, remark in remarks:
            try:
                self.read(at, remark)
            except Malformed as e:
                raise Malformed(f"{path}:{number}: {e}") from None

    def place(self, text, line):
        def meant(match):
            if not match[1]:
                return f"{self.name}:{line}"
            if match[1] not in self.sites:
                raise Malformed(f"expected a site that the program names, found '{match[1]}'")
            return self.sites[match[1]]

        return SITE.sub(meant, text)

    def pointer(self, text, line):
        """An expression of the line, unless it names a function or a place itself."""
        text = self.place(text.strip(), line)
        own = "::" in text or "@" in text or re.match(r"[\w./]+:\d+:", text)
        return text if own else f"{self.path}:{line}:{text}"

    def read(self, line, remark):
        worlds = WORLDS
        for world in WORLDS:
            if remark.startswith(world + ":"):
                worlds, remark = (world,), remark[len(world) + 1:].strip()
        kind, _, rest = remark.partition(" ")
        kind = kind.rstrip(":")
        if kind in ("site", "breaks", "spares"):  # the last two: of test/oracle
            return
        if kind == "flags":
            self.flags += rest.split()
            return
        if kind == "options":
            self.options += rest.split()
            return
        if kind == "libraries":
            self.libraries += rest.split()
            return
        if kind == "with":
            self.parts += [os.path.join(os.path.dirname(self.path), part) for part in rest.split()]
            return
        query = QUERIES.get(kind, kind)
        # The colon that ends the argument is the one before a blank, or the last character.
        split = re.match(r"(.*?)(?:^|(?<!:)):(?:\s+(.*))?$", rest)
        if kind in ("callees", "may-callees", "not-callees", "unused-address-taken"):
            argument = "" if kind.startswith("unused") else f"{self.path}:{line}"
            names = rest.lstrip(": ")
        elif split is None:
            raise Malformed(f"expected '{kind} WHAT: ...', found '{remark}'")
        else:
            argument, names = split[1].strip(), (split[2] or "").strip()
            if kind in ("alias", "why"):
                both = argument.split()
                if len(both) != 2:
                    raise Malformed(f"expected two pointers, found '{argument}'")
                argument = ", ".join(self.pointer(p, line) for p in both)
            elif kind in ("points-to", "may", "not", "pointed-by", "escapes"):
                argument = self.pointer(argument, line)
        if kind in VERDICTS:
            if names not in VERDICTS[kind]:
                raise Malformed(f"expected {' or '.join(VERDICTS[kind])}, found '{names}'")
            found = [names]
        elif kind in SEVERAL or kind == "unused-address-taken":
            found = split_names(self.place(names, line))
            if kind in ("may", "not", "may-callees", "not-callees", "may-callers") and not found:
                raise Malformed(f"expected names behind '{kind}'")
        else:
            raise Malformed(f"expected an expectation, found '{remark}'")
        self.expectations.append(Expectation(line, kind, query, argument, found, worlds))

    def sources(self):
        return [self.path] + self.parts


def call_names(answer):
    """Of a line's calls those through pointers."""
    return {item["name"] for item in answer["items"] if item.get("call") != "direct"}


def caller_name(item):
    return item["name"] + ("" if item["kind"] == "function" else " (calls back)" if item["kind"] == "library" else "")


def listing(names):
    shown = sorted(names)
    more = f" and {len(shown) - 12} more" if len(shown) > 12 else ""
    return (", ".join(shown[:12]) or "nothing") + more


def block_name(name):
    """The variable or allocation without the field; allocations by the file alone, for which call it is depends on
    options."""
    heap = re.match(r"[^@]*@([\w./-]+):\d+", name)
    if heap:
        return "heap memory of " + heap[1]
    return name if "operator" in name else re.split(r"[.+\[]", name)[0] or name


def missing(e, answer):
    """What the answer lacks of the facts that are expected, or nothing."""
    if e.kind in VERDICTS:
        certain = e.names[0] in ("yes", "may")
        wrong = certain and answer["answer"] != e.names[0]
        return f"expected {e.names[0]}, found {answer['answer']}" if wrong else None
    if e.kind.startswith(("not", "unused")):
        return None
    found = call_names(answer) if e.query == "callees" else {
        caller_name(item) if e.query == "callers" else item["name"] for item in answer["items"]}
    lost = {block_name(name) for name in e.names} - {block_name(name) for name in found}
    return f"expected at least {listing(e.names)}, found {listing(found)} (a fact is missing)" if lost else None


def compare(e, answer):
    """What differs, or nothing."""
    if e.kind in VERDICTS:
        return None if answer["answer"] == e.names[0] else f"expected {e.names[0]}, found {answer['answer']}" + (
            f" ({listing({i['name'] for i in answer['items']})})" if e.kind == "alias" and answer["items"] else "")
    if e.query == "callees":
        found = call_names(answer)
    elif e.query == "callers":
        found = {caller_name(item) for item in answer["items"]}
    else:
        found = {item["name"] for item in answer["items"]}
    wanted = set(e.names)
    listed = listing(found)
    if e.kind.startswith("not"):
        return None if not wanted & found else f"expected none of {', '.join(sorted(wanted))}, found {listed}"
    if e.kind.startswith("may"):
        missing = wanted - found
        return None if not missing else f"expected at least {', '.join(sorted(wanted))}, found {listed}"
    if found == wanted:
        return None
    unsound = " (a fact is missing)" if wanted - found else ""
    return f"expected {', '.join(sorted(wanted)) or 'nothing'}, found {listed}{unsound}"


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **more)


def language_flags(path):
    return ["-std=c++20"] if path.endswith(".cpp") else ["-std=gnu17"]


def check_native(program, clang, folder):
    """Compiles and runs the program; it asserts of itself what the expectations claim."""
    binary = os.path.join(folder, program.name + ".exe")
    driver = os.path.join(clang, "clang++" if program.path.endswith(".cpp") else "clang")
    built = run([driver, "-w", "-O0", "-pthread", *language_flags(program.path), *program.flags, *program.sources(),
                 "-o", binary, *program.libraries])
    if built.returncode != 0:
        return [f"{program.path}: expected it to compile, found: {built.stderr.strip()}"]
    ran = run([binary], cwd=folder, stdin=subprocess.DEVNULL)
    if ran.returncode != 0:
        return [f"{program.path}: expected it to run and to end with 0, found {ran.returncode}: {ran.stderr.strip()}"]
    return []


def check_world(program, world, pta, variant, options, folder):
    wanted = [e for e in program.expectations if world in e.worlds]
    if not wanted:
        return [], 0
    asked = list(dict.fromkeys(f"{e.query} {e.argument}".strip() for e in wanted))
    ran = run([pta, *program.sources(), "--query", "--json", "-", "--quiet", "--backend", "cpu", "--threads", "1",
               "--cache", os.path.join(folder, "cache"), "--world", world, *program.options, *options, "--",
               *language_flags(program.path), *program.flags], input="".join(line + "\n" for line in asked))
    if ran.returncode not in (0, 1) or not ran.stdout:
        return [f"{program.path}: {variant}, {world} world: expected amorph-pta to end with 0, found {ran.returncode}: "
                f"{ran.stderr.strip()}"], len(wanted)
    answers = {(a["query"], a["argument"]): a for a in json.loads(ran.stdout)["answers"]}
    failures = []
    for e in wanted:
        answer = answers.get((e.query, e.argument))
        if answer is None or "error" in answer:
            difference = "expected an answer, found: " + (answer["error"] if answer else ran.stderr.strip())
        else:
            difference = missing(e, answer) if options else compare(e, answer)
        if difference is not None:
            shown = e.argument.replace(program.path + ":", "").removeprefix(f"{e.line}:")
            failures.append(f"{program.path}:{e.line}: {variant}, {world} world: {e.kind} {shown}: {difference}")
    return failures, len(wanted)


def check(program, variants, options, folder):
    if not program.expectations:
        return [f"{program.path}: expected an expectation (//@ ...), found none"], 0
    own = os.path.join(folder, program.name)
    os.mkdir(own)
    failures = check_native(program, options.clang, own)
    checks = 0
    for variant, more in variants.items():
        for world in WORLDS:
            found, count = check_world(program, world, options.pta, variant, more, own)
            failures += found
            checks += count
    return failures, checks


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pta", required=True, help="the program amorph-pta")
    parser.add_argument("--clang", required=True, help="the folder of clang and clang++")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at a time")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only this one; may be repeated")
    parser.add_argument("--options", type=str.split, help="of amorph-pta, in one word: '--no-fields'; no variants then")
    parser.add_argument("programs", nargs="*", help="programs; all of programs/ otherwise")
    options = parser.parse_args()
    variants = {name: VARIANTS[name] for name in options.variant or VARIANTS}
    if options.options:
        variants = {" ".join(options.options): options.options}
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
    paths = options.programs or sorted(os.path.join(folder, n) for n in os.listdir(folder)
                                       if n.endswith((".c", ".cpp")))
    try:
        programs = [Program(os.path.abspath(path)) for path in paths]
    except (Malformed, OSError) as e:
        print(e)
        return 1
    failures, checks = [], 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found, count in pool.map(lambda p: check(p, variants, options, scratch), programs):
            print(*found, sep="\n", end="\n" if found else "", flush=True)
            failures += found
            checks += count
        # The suite itself: it has to find that everything in against/ is wrong.
        against = os.path.join(os.path.dirname(folder), "against")
        for name in sorted(os.listdir(against)) if not options.programs and "precise" in variants else []:
            found, count = check(Program(os.path.join(against, name)), {"precise": []}, options, scratch)
            if len(found) != count:
                failures.append(f"{name}: expected {count} failures, found {len(found)}")
                print(*found, failures[-1], sep="\n")
    expectations = sum(len(p.expectations) for p in programs)
    print(f"{len(programs)} programs, {expectations} expectations, {checks} checks in both worlds "
          f"({', '.join(variants)}), {len(failures)} failures")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
