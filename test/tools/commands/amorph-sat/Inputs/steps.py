"""steps.py FIGURES: checks the steps of a run against its sums."""
import json
import math
import sys

run = json.load(open(sys.argv[1]))
steps = run["steps"]


def of(method):
    return [s for s in steps if s["method"] == method]


assert steps and len(steps) == sum(len(of(m)) for m in ("sp", "walk", "complete")), steps
assert sum(s["flips"] for s in of("walk")) == run["flips"] > 0
assert sum(s["sweeps"] for s in of("sp")) == run["sweeps"]
assert len(of("sp")) == len(run["attempts"])
for method, whole in ("sp", "survey_ms"), ("walk", "walk_ms"), ("complete", "complete_ms"):
    assert math.isclose(sum(s["ms"] for s in of(method)), run[whole], rel_tol=1e-9, abs_tol=1e-9), method
for s in of("walk"):
    assert s["walkers"] in (1, 4, 16) and s["unsatisfied"] <= s["clauses"] <= run["clauses"], s
if run["answered_by"] == "walk":
    assert steps[-1]["method"] == "walk" and steps[-1]["unsatisfied"] == 0, steps[-1]
