"""table.py TABLE KIND COMMAND...: runs COMMAND FILE 2 for each case of TABLE.

A case is a line "== ok" or "== WORDS", then the text of the file up to the next such line; \\r, \\t and a \\ at the end
(no newline there) stand for what they name. "ok": the command ends with 0, says nothing on stderr, and leaves a
partition with both parts in use, and the cut that it prints is the one counted here. WORDS: it ends with METIS's 254
and one line that holds the file's name and WORDS, and leaves nothing. KIND is graph or mesh.
"""
import os
import re
import subprocess
import sys
import tempfile


def numbers(path):
    return [int(line) for line in open(path)]


def read_graph(text):
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    head = lines[0].split()
    form = (head[2] if len(head) > 2 else "0").zfill(3)
    constraints = int(head[3]) if len(head) > 3 else 1
    skip = (form[0] == "1") + (constraints if form[1] == "1" else 0)
    rows = []
    for line in (lines[1:] + [""] * int(head[0]))[: int(head[0])]:
        words = [int(w) for w in line.split()][skip:]
        rows.append(list(zip(words[::2], words[1::2])) if form[2] == "1" else [(w, 1) for w in words])
    return rows


def graph_fault(path, text, out):
    part = numbers(path + ".part.2")
    rows = read_graph(text)
    if len(part) != len(rows) or set(part) != {0, 1}:
        return f"partition {part}"
    cut = sum(w for v, row in enumerate(rows) for u, w in row if part[v] != part[u - 1]) // 2
    printed = re.search(r"^ - Edgecut: (\d+), communication volume: (\d+)\.$", out, re.M)
    return "" if printed and int(printed[1]) == cut else f"cut is {cut}, not as printed"


def mesh_fault(path, text, out):
    elements = int(next(line for line in text.splitlines() if not line.startswith("%")).split()[0])
    part, nodes = numbers(path + ".epart.2"), numbers(path + ".npart.2")
    if len(part) != elements or not {0, 1} >= set(part + nodes) or len(set(part)) != 2:
        return f"partition {part}, {nodes}"
    return "" if re.search(r"^ - Edgecut: \d+\.$", out, re.M) else "no cut is printed"


table, kind, command = sys.argv[1], sys.argv[2], sys.argv[3:]
fault = {"graph": graph_fault, "mesh": mesh_fault}[kind]
cases = re.findall(r"^== (.*)\n((?:(?!== ).*\n)*)", open(table).read(), re.M)
failed = 0
for words, text in cases:
    text = text.replace("\\r", "\r").replace("\\t", "\t")
    if text.endswith("\\\n"):
        text = text[:-2]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case")
        with open(path, "w", newline="") as file:
            file.write(text)
        run = subprocess.run([*command, path, "2"], capture_output=True, text=True, cwd=folder)
        wrong = ""
        if words == "ok":
            wrong = f"exit code {run.returncode}" if run.returncode else f"stderr {run.stderr}" if run.stderr else ""
            wrong = wrong or fault(path, text, run.stdout)
        elif run.returncode != 254 or run.stderr.count("\n") != 1 or path not in run.stderr or words not in run.stderr:
            wrong = "not refused as it should be"
        elif run.stdout or os.listdir(folder) != ["case"]:
            wrong = f"stdout {run.stdout!r}, files {os.listdir(folder)}"
    if wrong:
        failed += 1
        print(f"case {words!r}: {wrong}\n{text}exit code {run.returncode}, stderr: {run.stderr}")
print(f"{len(cases) - failed} of {len(cases)} cases as they should be")
sys.exit(failed != 0 or not cases)
