"""against_cadical.py AMORPH_SAT [COUNT [SEED]]

amorph-sat refuses what CaDiCaL refuses, with one line that names file and line, exit code 1 and nothing on stdout; it
accepts what CaDiCaL accepts, and both give the same answer. Checked on malformed files of several kinds, and on COUNT
of them with a few bytes changed. Two differences are intended: SATLIB's trailer is accepted, and cubes ("p inccnf") are
not.
"""
import random
import re
import resource
import shutil
import subprocess
import sys

HEADS = [
    b"p cnf 2 2\n", b"p cnf 2 2\r\n", b"p  cnf  2\t2 \t\n", b" p cnf 02 002\n", b"\n\r\np cnf 2 2\n", b"p cnf 2\n2\n",
    b"c x\r\np cnf 2 2\n", b"c\ncx\n c x\np cnf 2 2\r\r\n", b"p cnf 2 2 2\n", b"p cnf 2 2 c x\n", b"p cnf 2 2\r1\n",
    b"p cnf -2 2\n", b"p cnf 2 -2\n", b"p cnf +2 2\n", b"p cnf x 2\n", b"p cnf 2\n", b"p cnf 2147483648 1\n",
    b"p cnf2 2\n",
    b"p cnf 2 2147483648\n", b"p cnf 2 99999999999999999999\n", b"p cnf 2 2147483647\n", b"p wcnf 2 2\n",
    b"P CNF 2 2\n",
    b"pcnf 2 2\n", b"p\ncnf 2 2\n", b"p\rcnf 2 2\n", b"p cnf\n2 2\n", b"p cnf 2 2c\n", b"p cnf 2c 2\n",
    b"\vp cnf 2 2\n",
    b"\xef\xbb\xbfp cnf 2 2\n", b"c x\rp cnf 2 2\n", b"c \x00\np cnf 2 2\n", b"c h\xc3\xa9\np cnf 2 2\n", b"1 2 0\n",
    b"%\np cnf 2 2\n",
    b"p cnf 0 0\n", b"p cnf 5 0\n", b"p cnf 0 1\n", b"p cnf 2 1\n", b"p cnf 2 3\n", b"p cnf 3 2\n", b"p", b"c", b"c\n",
    b"", b"p cnf 2 2", b"p cnf 0 0", b"p cnf 2 2\np cnf 2 2\n",
]
BODIES = [
    b"", b"1 2 0\n-1 0\n", b"1 2 0\r\n-1 0\r\n", b"1\n2\n0 -1\n0\n", b"1 2 0\n-1 0", b"1 2 0\n-1", b"1 2 0\n-1\n",
    b"1 2 0\n",
    b"1 2 0\n-1 2 0\n1 0\n", b"1 3 0\n-1 0\n", b"1 -3 0\n2 0\n", b"0\n0\n", b"1 2 0\nc x\n-1 0\n",
    b"1 2 0 c x\n-1 0\nc end", b"1\nc x\n2 0 -1 0\n", b"cfoo\n1 2 0\n c foo\n-1 0\n", b"1 -1 0\n2 2 0\n",
    b"1 2c x\n 0\n-1 0\n", b"1 2 0\n-1 0c",
    b"1 2 0\n-1 0c\n", b"1 -c\n", b"+1 2 0\n-1 0\n", b"1 2 -0\n-1 00\n", b"1 --2 0\n", b"1 - 2 0\n",
    b"01 2 0\n-1 02 0\n",
    b"1 a 0\n", b"1 2a 0\n", b"a 1 0\n", b"1.0 2 0\n", b"1,2 0\n", b"1 99999999999 0\n", b"1 -2147483648 0\n",
    b"1\t2\t0\n\t-1 0\n", b"1\f2 0\n", b"1\v2 0\n", b"1 2 0\n\x00-1 0\n", b"1 2 0\n-1 0\n\x00", b"1 2 0\n-1 0\nfoo\n",
    b"1 2 0\n-1 0\n0\n", b"1 2 0\n-1 0\n\n  \n", b"1 2 0\r-1 0\n", b"1\r2 0\n", b"1\r 2 0\n-1 0\n", b"1 \r2 0\n-1 0\r",
    b"1 2 0\r\r\n-1 0\n", b"1 2 0\n-1 0\n-", b"x1 2 0\n", b"1 2 0\n-1 2 0\n1 -2 0\n", b"1 0\n-1 0\n",
    b"1 2 0\n-1 00000000000000000000000\n",
]
WORDS = [b"0", b"1", b"-1", b"2", b" ", b"\n", b"\r\n", b"\r", b"c", b"c x\n", b"\t", b"-", b"3", b"p cnf 2 2\n", b"x",
         b"00"]


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def fault(tool, text):
    """The difference for this file, or empty."""
    theirs = subprocess.run(["cadical", "-q"], input=text, capture_output=True, timeout=60, preexec_fn=limit)
    ours = subprocess.run([tool, "-q", "-n", "--method=complete", "--threads=1"], input=text, capture_output=True,
                          timeout=60)
    if ours.returncode != theirs.returncode:
        return f"cadical {theirs.returncode} {theirs.stderr!r}, amorph-sat {ours.returncode} {ours.stderr!r}"
    if ours.returncode != 1:
        return "" if ours.stdout == theirs.stdout.split(b"\n")[0] + b"\n" else f"stdout {ours.stdout!r}"
    if not re.fullmatch(rb"amorph-sat: standard input:(\d+: expected [^\n]*, found [^\n]*"
                        rb"| cannot read: it begins with a UTF-8 byte order mark[^\n]*)\n", ours.stderr) or ours.stdout:
        return f"refused with {ours.stderr!r} {ours.stdout!r}"
    return ""


def files(count, seed):
    yield from (head + BODIES[1] for head in HEADS)
    yield from (HEADS[0] + body for body in BODIES)
    rng = random.Random(seed)
    for _ in range(count):
        text = bytearray(rng.choice(HEADS) + rng.choice(BODIES))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            what = rng.randrange(3)
            text[at : at + (what == 2)] = rng.choice(WORDS) if what != 1 else b""
            if what == 1:
                del text[at : at + rng.randrange(1, 4)]
        yield bytes(text)


def main():
    if shutil.which("cadical") is None:
        print("skipped: cadical is not installed")
        return 77  # ctest's SKIP_RETURN_CODE
    count, seed = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 200), (3, 1)))
    wrong = 0
    for text in files(count, seed):
        # Headers that ask for much memory are not tested here.
        if re.search(rb"\d{7}", text) and not re.search(rb"2147483648|9{11}|0{11}", text):
            continue
        said = fault(sys.argv[1], text)
        if said:
            wrong += 1
            print(f"{text!r}: {said}")
    print(f"{wrong} differences")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
