"""slow_writer.py ANSWER JSON: amorph-sat reads from a pipe whose writer stops in the middle of the formula.

The time limit ends it nevertheless, with the answer "unknown" in ANSWER and figures in JSON.
"""
import subprocess
import sys

command = ["amorph-sat", "--time-limit", "0.2", "-o", sys.argv[1], "--json", sys.argv[2], "-"]
with subprocess.Popen(command, stdin=subprocess.PIPE) as solver:
    solver.stdin.write(b"p cnf 2 2\n1 2 0\n")
    solver.stdin.flush()
    try:
        sys.exit(solver.wait(timeout=60))
    finally:
        solver.kill()
