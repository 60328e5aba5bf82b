"""check_fill.py CMPFILLIN GRAPH natural|shuffled: the cost of an ordering as amorph-ordering-check counts it,
and, where
it is installed, as METIS's own cmpfillin prints it."""
import json
import random
import re
import shutil
import subprocess
import sys

command, graph, kind = sys.argv[1:]
metis = shutil.which("cmpfillin")
with open(graph, encoding="utf-8") as file:
    order = list(range(int(file.readline().split()[0])))
if kind == "shuffled":
    random.Random(1).shuffle(order)
with open("order", "w", encoding="utf-8") as file:
    file.writelines(f"{position}\n" for position in order)


def line_of(program):
    out = subprocess.run([program, graph, "order"], check=True, capture_output=True, text=True).stdout
    return re.search("Nonzeros: .*", out).group()


figures = json.loads(subprocess.run([command, graph, "order", "--json=-"], check=True, stdout=subprocess.PIPE).stdout)
if metis:
    assert line_of(command) == line_of(metis), (line_of(command), line_of(metis))
sys.exit(subprocess.run(["amorph-ordering-check", graph, "order", "--nonzeros", str(figures["nonzeros"]),
                         "--operations", str(int(figures["operations"]))], check=False).returncode)
