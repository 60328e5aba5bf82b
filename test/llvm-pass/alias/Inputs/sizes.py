#!/usr/bin/env python3
"""sizes.py OPT...: accesses of every first-class type, at every distance, against bytes and words.

An access of a type and one of a byte may alias exactly if they share a byte. A copy of a value takes with it the
pointers in the words that it touches. The sizes are those of the data layout, and are listed here again.
"""

import re
import subprocess
import sys

LAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
WORDS = 8
SIZES = {
    "i1": 1, "i8": 1, "i16": 2, "i24": 3, "i32": 4, "i48": 6, "i64": 8, "i65": 9, "i128": 16, "i200": 25,
    "half": 2, "bfloat": 2, "float": 4, "double": 8, "x86_fp80": 10, "fp128": 16, "ptr": 8,
    "<2 x i8>": 2, "<3 x i8>": 3, "<2 x i32>": 8, "<3 x float>": 12, "<4 x i32>": 16, "<2 x ptr>": 16, "<3 x i64>": 24,
    "[3 x i16]": 6, "[2 x i64]": 16, "[5 x i8]": 5, "[2 x {i32, i32}]": 16,
    "{double, double}": 16, "{float, float}": 8, "{i8, i32}": 8, "{ptr, i32}": 16, "{i64, i64}": 16, "<{i8, i64}>": 9,
    "{i8, {i16, i32}}": 12,
}  # fmt: skip
SCALABLE = ["<vscale x 2 x i64>", "[2 x <vscale x 4 x i32>]", "{<vscale x 2 x ptr>, <vscale x 2 x ptr>}"]


def bytes_near(t, at):
    """The bytes that are asked about: around both ends of the access, and those of the variable."""
    after = at + SIZES.get(t, 0)
    return sorted({b for b in (0, at - 1, at, after - 1, after, 8 * WORDS - 1) if 0 <= b < 8 * WORDS})


def module(scalable):
    """A function per type and distance: an access of the type at %p, some of bytes, and a copy of the value."""
    record = "{" + ", ".join(["ptr"] * WORDS) + "}"
    fields = ", ".join(f"ptr @f{n}" for n in range(WORDS))
    text = [f'target datalayout = "{LAYOUT}"', f"@g = internal global {record} zeroinitializer"]
    text.append(f"@from = internal global {record} {{{fields}}}")
    text += [f"define internal void @f{n}() {{ ret void }}" for n in range(WORDS)]
    cases = [(t, at) for t in (SCALABLE if scalable else SIZES) for at in range(0, 20)]
    text.append("declare void @use(ptr)")
    for number, (t, at) in enumerate(cases):
        text.append(f"@to{number} = internal global {record} zeroinitializer")
        text.append(f"define void @case{number}() {{")
        text.append(f"  %p = getelementptr i8, ptr @g, i64 {at}")
        text.append(f"  %v = load {t}, ptr %p, align 1")
        for byte in bytes_near(t, at):
            text.append(f"  %b{byte} = getelementptr i8, ptr @g, i64 {byte}")
            text.append(f"  store i8 0, ptr %b{byte}")
        text.append(f"  %s = getelementptr i8, ptr @from, i64 {at}")
        text.append(f"  %d = getelementptr i8, ptr @to{number}, i64 {at}")
        text.append(f"  %c = load {t}, ptr %s, align 1")
        text.append(f"  store {t} %c, ptr %d, align 1")
        text.append("  ret void")
        text.append("}")
    return "\n".join(text) + "\n", cases


def run(opt, text, *options):
    command = [*opt, "-disable-output", *options, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True)


def no_aliases(opt, text):
    """Per case the bytes that do not alias the access at %p."""
    options = ["-aa-pipeline=amorph-aa", "-passes=amorph-pta<world=closed;preset=strict>,function(aa-eval)"]
    printed = run(opt, text, *options, "-print-no-aliases").stderr
    apart, case = {}, None
    for line in printed.splitlines():
        if found := re.match(r"Function: case(\d+):", line):
            case = int(found[1])
        elif case is not None and "%p" in line:
            byte = re.search(r"%b(\d+)", line)
            if byte and "NoAlias" in line:
                apart.setdefault(case, set()).add(int(byte[1]))
    return apart


def copies(opt, text):
    """Per case and word the functions that the word of the copy may hold."""
    printed = run(opt, text, "-passes=print<amorph-pta><world=closed;preset=strict>").stdout
    held = {}
    for case, _, offset, names in re.findall(r"^  to(\d+)(\+(\d+))? -> \{(.*)\}", printed, re.MULTILINE):
        held[int(case), int(offset or 0) // 8] = {int(n) for n in re.findall(r"f(\d+)", names)}
    return held


def main():
    opt = sys.argv[1:]
    faults = checks = 0
    for scalable in (False, True):
        text, cases = module(scalable)
        apart, held = no_aliases(opt, text), copies(opt, text)
        for number, (t, at) in enumerate(cases):
            size = 8 * WORDS if scalable else SIZES[t]
            meets = {b for b in range(8 * WORDS) if scalable or at <= b < at + size}
            touched = set(range(WORDS)) if scalable else {b // 8 for b in meets}
            for byte in bytes_near(t, at):
                checks += 1
                if (byte not in meets) != (byte in apart.get(number, set())):
                    faults += 1
                    print(f"{t} at {at} and byte {byte}: {'may' if byte in meets else 'no'} expected")
            for word in range(WORDS):
                checks += 1
                found = held.get((number, word), set())
                if word in touched and word not in found:
                    faults += 1
                    print(f"a copy of {t} at {at}: word {word} lacks its pointer, and has {sorted(found)}")
                # Where in its word an unaligned access begins is not known: it may reach one more.
                reached = touched | {max(touched, default=0) + 1}
                if found - reached or (found and word not in reached):
                    faults += 1
                    print(f"a copy of {t} at {at}: word {word} has {sorted(found)}")
    print(f"{checks} checks, {faults} faults")


main()
