"""pages.py AMORPH_BENCH AMORPH_GRAPH AMORPH_GEN ROOT [TEST]: compares the tables of the documentation with the output
of the commands."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

BENCH, GRAPH, GEN, ROOT = sys.argv[1:5]
ARGUMENTS = {"stcon": ["-T 3"], "mst": ["", "-S stm"]}  # beside the input


def page(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def rows(text, heading):
    """The cells of the rows of the table below a heading."""
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def figures_of_graph():
    """The rows of the page, and of the READMEs of algorithms that have such a table."""
    readmes = [page(os.path.relpath(path, ROOT)) for path in glob.glob(os.path.join(ROOT, "solver/graph/*/README.md"))]
    return rows(page("docs/file-formats.md"), "Figures of amorph-graph in JSON") + [
        row for text in readmes if "\n## Figures in JSON\n" in text for row in rows(text, "Figures in JSON")]


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def is_of(kind, value):
    return {"text": isinstance(value, str), "list": isinstance(value, list), "boolean": isinstance(value, bool),
            "count": isinstance(value, int) and not isinstance(value, bool) and value >= 0, "null": value is None,
            "number": isinstance(value, (int, float)) and not isinstance(value, bool)}[kind]


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        subprocess.run([GEN, "road", "15", "15", "-o", "road.gr"], cwd=self.folder, check=True)
        subprocess.run([GEN, "levels", "4", "4", "9", "-o", "net.max"], cwd=self.folder, check=True)
        with open(os.path.join(self.folder, "dump"), "w", encoding="utf-8") as file:
            file.write("amorph-constraints 1\nvariables 3\nobjects 1\naddress_of 1\n2 0\nend\n")

    def output(self, *command):
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def problems(self):
        """Those of --help, each with a command line for every way of calling it."""
        inputs = {"GRAPH": "road.gr", "NETWORK": "net.max"}
        return [f"{problem} {inputs[kind]} {arguments}"
                for problem, kind in re.findall(r"amorph-graph ([a-z]+) (GRAPH|NETWORK)", self.output(GRAPH, "--help"))
                if problem != "convert" for arguments in ARGUMENTS.get(problem, [""])]

    def strategies(self):
        """Of each problem, from --help."""
        text = " ".join(self.output(GRAPH, "--help").split())
        return {problem: set(re.search(rf"--strategy S .*?\b{problem}: ([a-z, -]+)[.;]", text)[1].split(", "))
                for problem in re.findall(r"amorph-graph ([a-z]+) (?:GRAPH|NETWORK)", text) if problem != "convert"}

    def test_every_field_of_amorph_graph(self):
        documented = [(name, row[1].split(" or "), row[2]) for row in figures_of_graph() for name in words(row[0])]
        for command in self.problems():
            problem = command.split()[0]
            of_run = {"all", problem} | ({"mst by stm"} if "stm" in command.split() else set())
            found = json.loads(self.output(GRAPH, *command.split(), "-b", "cpu", "-q", "--verify", "--json", "-"))
            expected = {name: kinds for name, kinds, of in documented if of_run & set(of.split(", "))}
            self.assertEqual(set(found), set(expected), problem)
            for name, kinds in expected.items():
                self.assertTrue(any(is_of(kind, found[name]) for kind in kinds), (problem, name, found[name]))

    def test_every_field_of_amorph_bench(self):
        text = page("docs/file-formats.md")
        graph = {name for row in figures_of_graph() for name in words(row[0])}
        bench = {name for row in rows(text, "Figures of amorph-bench in JSON") for name in words(row[0])}
        found = json.loads(self.output(BENCH, "road.gr", "net.max", "dump", "points:60", "ksat:60:3:3", "-b", "cpu",
                                       "-q", "-r", "1", "-k", "2", "--verify", "--profile", "--json", "-"))
        refused = json.loads(self.output(BENCH, "road.gr", "-P", "maxflow", "-b", "cpu", "-q", "--json", "-"))
        names = set().union(*(row.keys() for row in found["rows"] + refused["rows"]))
        self.assertEqual(names - graph - bench, set(), "not in the page")
        self.assertEqual(bench - names, set(), "in the page, and not there")
        self.assertEqual(set(found), {"tool", "version", "repeat", "seed", "weights", "rows"})

    def test_strategies_are_those_of_help(self):
        known = self.strategies()
        for folder, problems in (("solver/graph/bfs", ["bfs"]), ("solver/graph/sssp", ["sssp"]),
                                 ("solver/graph/apsp", ["apsp"]), ("solver/graph/maxflow", ["maxflow"])):
            text = page(folder + "/README.md").split("| strategy |")[1].split("\n\n")[0]
            listed = [name for line in text.splitlines()[2:] for name in words(line.split("|")[1])]
            self.assertEqual(sorted(listed), sorted(set().union(*(known[p] for p in problems))), folder)
        columns, *measured = [line.split("\t") for line in page("docs/records/strategies.tsv").splitlines()]
        for problem in ("bfs", "sssp", "mst"):
            listed = {name.removesuffix(" ms") for row in measured if problem in row
                      for name, value in zip(columns, row) if name.endswith(" ms") and value}
            self.assertEqual(listed, known[problem] - {"kruskal"}, problem)  # which has no device
        text = page("docs/graphs.md").split("\n## Strategies\n")[1].split("\n## ")[0]
        for name in re.findall(r"--strategy (?!auto)([a-z-]+)", text):
            self.assertIn(name, set().union(*known.values()))

    # The strategies of each preset, on inputs that take no time.
    def test_presets_are_those_of_the_page(self):
        listed = rows(page("docs/bench.md"), "Tables of papers")
        presets = re.findall(r"^  ([a-z0-9.-]+): ", self.output(BENCH, "--list").split("Presets\n")[1], re.MULTILINE)
        self.assertEqual({words(row[0])[0] for row in listed}, set(presets))
        for row in listed:
            name = words(row[0])[0]
            if name == "quick":
                continue
            inputs = ["road:4x4@2"]
            if "survey propagation" in row[1]:
                inputs = ["ksat:60:3:3"]
            elif "refine" in row[1]:
                inputs = ["points:20"]
            ran = json.loads(self.output(BENCH, "--preset", name, *inputs, "-b", "cpu", "-q", "-r", "1", "--json", "-"))
            self.assertEqual({case["strategy"] for case in ran["rows"]},
                             {word for word in words(row[2]) if " " not in word and "--" not in word}, name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[5:]])
