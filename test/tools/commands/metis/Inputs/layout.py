"""layout.py COMMAND... [-- KEY=VALUE...]: runs COMMAND, parses its stdout as scripts that read METIS's do, and checks
values.

Every line that carries a figure in METIS's layout must be there. Prints the keys and values that it found.
"""
import re
import subprocess
import sys

PATTERNS = {
    "gpmetis": {
        "vertices": r"^ Name: .*, #Vertices: (\d+),",
        "edges": r"#Edges: (\d+), ",
        "parts": r"#Parts: (\d+)$",
        "ptype": r"^ ptype=(\w+), objtype=\w+, ctype=\w+, rtype=\w+, iptype=\w+$",
        "ufactor": r"^ dbglvl=\d+, ufactor=([\d.]+), no2hop=(?:YES|NO), minconn=(?:YES|NO), contig=(?:YES|NO), "
                   r"nooutput=(?:YES|NO)$",
        "seed": r"^ seed=(-?\d+), niter=\d+, ncuts=\d+$",
        "scheme": r"^(Direct k-way|Recursive) Partitioning -+$",
        "cut": r"^ - Edgecut: (\d+), communication volume: \d+\.$",
        "volume": r"^ - Edgecut: \d+, communication volume: (\d+)\.$",
        "balance": r"^ - Balance:\n     constraint #0:  ([\d.]+) out of +[\d.]+$",
        "overweight": r"^     pid: (\d+), actual: \d+, desired: \d+, ratio: [\d.]+\.$",
        "connectivity": r"^ - Subdomain connectivity: max: (\d+), min: \d+, avg: [\d.]+$",
    },
    "mpmetis": {
        "elements": r"^ Name: .*, #Elements: (\d+),",
        "nodes": r"#Nodes: (\d+), #Parts: \d+$",
        "gtype": r"^ gtype=(\w+), ncommon=\d+, niter=\d+, ncuts=\d+$",
        "cut": r"^ - Edgecut: (\d+)\.$",
    },
    "m2gmetis": {
        "elements": r"^ Name: .*, #Elements: (\d+), #Nodes: \d+$",
        "gtype": r"^ gtype=(\w+), ncommon=\d+, outfile=",
        "edges": r"^ - #nvtxs: \d+, #edges: (\d+)$",
    },
}
COMMON = {
    "io": r"^  I/O: +\t\t +-?([\d.]+) sec$",
    "time": r"^  Partitioning: \t\t +([\d.]+) sec   \(METIS time\)$",
    "reporting": r"^  Reporting: +\t\t +-?([\d.]+) sec$",
    "memory": r"^  Max memory used:\t\t +([\d.]+) MB$",
}

words = sys.argv[1:]
checks = words[words.index("--") + 1 :] if "--" in words else []
command = words[: words.index("--")] if "--" in words else words
run = subprocess.run(command, capture_output=True, text=True)
if run.returncode:
    sys.exit(f"exit code {run.returncode}: {run.stderr}")
name = command[0].rsplit("/", 1)[-1].removeprefix("amorph-")
found = {}
for key, pattern in {**PATTERNS[name], **COMMON}.items():
    match = re.search(pattern, run.stdout, re.M)
    if not match:
        sys.exit(f"no {key} in:\n{run.stdout}")
    found[key] = match[1]
for check in checks:
    key, value = check.split("=")
    if found[key] != value:
        sys.exit(f"{key} is {found[key]}, expected {value}")
print(" ".join(f"{key}={value}" for key, value in found.items()))
