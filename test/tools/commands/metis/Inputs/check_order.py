"""check_order.py NDMETIS GRAPH [OPTION]...: orders a graph; amorph-ordering-check confirms the figures."""
import json
import subprocess
import sys

command, graph, *options = sys.argv[1:]
run = subprocess.run([command, graph, *options, "--json=figures"], check=False)
assert run.returncode == 0, run.returncode
with open("figures", encoding="utf-8") as file:
    figures = json.load(file)
sys.exit(subprocess.run(["amorph-ordering-check", graph, graph + ".iperm", "--nonzeros", str(figures["nonzeros"]),
                         "--operations", str(int(figures["operations"]))], check=False).returncode)
