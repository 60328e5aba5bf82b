"""taken.py AMORPH-PTA SOURCE...: of every pointer in SOURCE's page, `why` says yes for each object of its set, and
every name that an answer prints is taken by pointed-by, escapes and why. Prints what is not; ends with 1 then."""
import json
import os
import re
import subprocess
import sys
import tempfile


def ask(program, source, queries, page):
    flags = ["-std=c++20"] if source.endswith(".cpp") else []
    run = subprocess.run([program, source, "--query", "--json", "-", "--quiet", "--html", page, "--", *flags],
                         text=True, input="".join(q + "\n" for q in queries), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    answers = json.loads(run.stdout)["answers"]
    if len(answers) != len(queries):
        sys.exit(f"{source}: expected {len(queries)} answers, found {len(answers)}")
    return answers


def faults(program, source, page):
    ask(program, source, [], page)
    with open(page, encoding="utf-8") as file:
        data = json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.S).group(1))
    pairs = sorted({((p["function"] + "::" if "function" in p else "") + p["name"], data["objects"][o]["name"])
                    for p in data["pointers"] for o in data["sets"][p["set"]]})
    answers = ask(program, source, [f"points-to {name}" for name in sorted({p for p, _ in pairs})], page)
    objects = sorted({o for _, o in pairs})
    answers += ask(program, source, [f"why {p}, {o}" for p, o in pairs], page)
    answers += ask(program, source, [f"{q} {o}" for o in objects for q in ("pointed-by", "escapes")], page)
    holders = sorted({i["name"] for a in answers if a["query"] == "pointed-by" for i in a.get("items", [])})
    answers += ask(program, source, [f"points-to {h}" for h in holders], page)
    for a in answers:
        if "there are several" in a.get("error", "") or "is kept" in a.get("error", ""):
            continue  # it names more than one thing, and says so
        if "error" in a or (a["query"] == "why" and a["answer"] != "yes") or "no chain" in json.dumps(a):
            yield f"{os.path.basename(source)}: {a['query']} {a['argument']}: {a.get('error', a.get('answer'))}"


with tempfile.TemporaryDirectory() as folder:
    wrong = [f for s in sys.argv[2:] for f in faults(sys.argv[1], s, os.path.join(folder, "page.html"))]
print(*wrong, sep="\n", end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
