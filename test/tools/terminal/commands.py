"""The commands, and a call of each on an input that several threads work on."""
import os
import subprocess
import sys

BIN, LIB = (os.path.abspath(folder) for folder in sys.argv[1:3])
NAMES = ["amorph-pta", "amorph-gen", "amorph-graph", "amorph-mesh", "amorph-sat", "amorph-bench", "amorph-hmetis",
         "amorph-gpmetis", "amorph-mpmetis", "amorph-ndmetis", "amorph-cmpfillin", "amorph-m2gmetis",
         "amorph-graphchk"]
PROBLEMS = ["bfs", "stcon", "sssp", "apsp", "mst", "maxflow", "components", "scc", "kcore", "pagerank", "triangles",
            "betweenness"]
HAVE_SOURCES = os.path.exists(os.path.join(BIN, "amorph-pta-sources"))


def call(command, folder, **environment):
    return subprocess.run([os.path.join(BIN, command[0]), *command[1:]], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=300, check=False, env={**os.environ, **environment})


def write_dump(path, objects):
    """A constraint system in which pointers are passed around in cycles."""
    with open(path, "w", encoding="utf-8") as out:
        print(f"amorph-constraints 1\nvariables {2 * objects}\nobjects {objects}\naddress_of {objects}", file=out)
        for i in range(objects):
            print(objects + i, i, file=out)
        print("copy", objects, file=out)
        for i in range(objects):
            print(objects + i, objects + i * 7 % objects, file=out)
        for kind, step in (("load", 13), ("store", 11)):
            print(kind, objects // 4, file=out)
            for i in range(objects // 4):
                print(objects + i, objects + i * step % objects, file=out)
        print("end", file=out)


def make_inputs(folder):
    for words in (["rmat", "11", "8", "--edge-weights", "9", "-o", "rmat.gr"],
                  ["rmat", "8", "4", "--edge-weights", "9", "-o", "small.gr"],
                  ["genrmf", "5", "5", "1", "9", "-o", "net.max"],
                  ["grid2d", "60", "60", "-o", "grid.graph"],
                  ["points", "5000", "-o", "points.node"],
                  ["ksat", "--vars", "12000", "--ratio", "3.5", "-o", "formula.cnf"]):
        made = call(["amorph-gen", *words], folder)
        assert made.returncode == 0, made.stderr
    with open(os.path.join(folder, "grid.iperm"), "w", encoding="utf-8") as out:
        out.writelines(f"{i}\n" for i in range(60 * 60))
    with open(os.path.join(folder, "tet.mesh"), "w", encoding="utf-8") as out:
        print(3000, file=out)
        for i in range(3000):
            print(*(i + j + 1 for j in range(4)), file=out)
    with open(os.path.join(folder, "unit.c"), "w", encoding="utf-8") as out:
        out.write("int x, *p; int main(void) { p = &x; return *p; }\n")
    write_dump(os.path.join(folder, "system.dump"), 4000)


def calls():
    """Command lines without a backend: NAME -> words."""
    all_of = {"pta": ["amorph-pta", "system.dump", "-q", "--threads=4"],
              "gen": ["amorph-gen", "rmat", "12", "8", "-o", "out.graph"],
              "sat": ["amorph-sat", "formula.cnf", "-q", "-n", "--threads=4"],
              "walk": ["amorph-sat", "formula.cnf", "-q", "-n", "--threads=4", "--method", "walk"],
              "mesh": ["amorph-mesh", "-q30", "points.node", "--threads=4", "-Q"],
              "gpmetis": ["amorph-gpmetis", "grid.graph", "4", "-nooutput", "--threads=4"],
              "mpmetis": ["amorph-mpmetis", "tet.mesh", "4", "-nooutput", "--threads=4"],
              "ndmetis": ["amorph-ndmetis", "grid.graph", "-nooutput", "--threads=4"],
              "cmpfillin": ["amorph-cmpfillin", "grid.graph", "grid.iperm", "--threads=4"],
              "m2gmetis": ["amorph-m2gmetis", "tet.mesh", "out.graph"],
              "graphchk": ["amorph-graphchk", "grid.graph"],
              "bench": ["amorph-bench", "rmat.gr", "-P", "bfs,mst", "-r", "1", "--threads=4", "-q"]}
    for problem in PROBLEMS:
        name = {"maxflow": "net.max", "apsp": "small.gr"}.get(problem, "rmat.gr")
        ends = {"stcon": ["--source", "1", "--target", "9"]}.get(problem, [])
        all_of[problem] = ["amorph-graph", problem, name, *ends, "-q", "--threads=4"]
    if HAVE_SOURCES:
        all_of["sources"] = ["amorph-pta", "unit.c", "--no-cache", "-q", "--threads=4", "--"]
    return all_of
