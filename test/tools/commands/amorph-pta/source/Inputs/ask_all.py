"""ask_all.py PLUGIN FILE.bc...

Asks amorph-pta for each call that the pass print<amorph-callgraph> prints about FILE, by what is printed. Ends with 1
if a call is not answered.
"""
import subprocess
import sys


def calls(plugin, module):
    """FILE:LINE in FUNCTION, or FUNCTION; a function's name may hold ': ', too."""
    text = subprocess.run(["opt", f"-load-pass-plugin={plugin}", "-passes=print<amorph-callgraph>", "-disable-output",
                           module], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line.rpartition(": ")[0] for line in text.splitlines()[1:-1]]


failed = False
for file in sys.argv[2:]:
    asked = calls(sys.argv[1], file)
    answered = subprocess.run(["amorph-pta", file, "--query"], input="".join(f"callees {call}\n" for call in asked),
                              stdout=subprocess.PIPE, text=True)
    failed |= answered.returncode != 0 or not asked
    print(file, len(asked), "calls", flush=True)
sys.exit(failed)
