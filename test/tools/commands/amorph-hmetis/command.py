"""command.py BIN LIBEXEC: amorph-hmetis as hMETIS's users meet it; partitions are recounted by amorph-netlist-check."""
import json
import lzma
import os
import random
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BIN, LIBEXEC = (os.path.abspath(folder) for folder in sys.argv[1:3])

WEIGHTED = "% all weights\n4 7 11\n4 1 3\n2 1 2 4 5\n3 4 5 7\n8 3 6 7\n5\n8\n2\n3\n4\n9\n8\n"
BAD = {
    "": ":1: expected the number of nets, found the end of the file",
    "5 6 00\n3 2\n1 3 5\n2\n2 6\n4294967296\n": ":6: expected a pin (1 .. 6), found '4294967296'",
    "4 7 10\n1 3\n1 2 4 5\n4 5 7\n3 6 7\n5\n8\n2\n3\n4\n9\n":
        ":12: expected the weight of vertex 7 of 7, found the end of the file",
    "2 4\n1 2\n\n": ":3: expected a pin, found the end of the line",
    "1 4 7\n1 2\n": ":1: expected a format of 0, 1, 10 or 11, found '7'",
    "1 4 1\n0 1 2\n": ":2: expected a net's weight (1 .. 2147483647), found '0'",
    "1 4\n1 x\n": ":2: expected a pin (1 .. 4), found 'x'",
    "1 4\n1 2\n3 4\n": ":3: expected the end of the file, found '3'",
}


def netlist(vertices, nets, seed):
    chosen = random.Random(seed)
    lines = [f"{nets} {vertices}"]
    for _ in range(nets):
        at = chosen.randrange(vertices)
        lines.append(" ".join(str(v % vertices + 1) for v in {at + chosen.randrange(20) for _ in range(4)}))
    return "\n".join(lines) + "\n"


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("a.hgr", netlist(600, 900, 1))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_as(self, program, *words):
        return subprocess.run([program, *words], cwd=self.folder.name, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=300)

    def call(self, *words):
        return self.run_as(os.path.join(BIN, "amorph-hmetis"), "--threads=2", *words)

    def good(self, *words):
        done = self.call(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def figures(self, *words):
        return json.loads(self.good("--json=-", "--verify", *words))

    def refused(self, code, message, *words):
        done = self.call(*words)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)

    def recount(self, name, parts, *demands):
        done = self.run_as(os.path.join(BIN, "amorph-netlist-check"), name, f"{name}.part.{parts}", str(parts),
                           *demands)
        self.assertEqual(done.returncode, 0, done.stderr)
        return dict(line.split("=") for line in done.stdout.split("\n") if "=" in line)

    def test_partition_and_report(self):
        said = self.good("a.hgr", "2", "5")
        counted = self.recount("a.hgr", 2, "--most-weight", "330", "--least-weight", "270")
        self.assertIn(f"Hyperedge Cut: {counted['cut']:>9}", said)
        self.assertIn(f"Sum of External Degrees: {counted['soed']:>9}", said)
        self.assertIn("#Vtxs: 600, #Hedges: 900, #Parts: 2", said)

    def test_parts_by_name(self):
        self.write("a.names", "".join(f"u1.ff[{v}]\n" for v in range(600)))
        self.good("--names=a.names", "a.hgr", "2", "5")
        parts = self.read("a.hgr.part.2").split()
        self.assertEqual(self.read("a.names.part.2"), "".join(f"u1.ff[{v}] {p}\n" for v, p in enumerate(parts)))
        for text, message in (("a\n" * 599, "a.names:600: expected the name of vertex 600 of 600, found the end"),
                              ("a\n" * 601, "a.names:601: expected the end of the file after 600 names, found 'a'"),
                              ("a b\n", "a.names:1: expected the end of the line, found 'b'")):
            self.write("a.names", text)
            self.refused(1, message, "--names=a.names", "a.hgr", "2", "5")

    def test_json_objectives_and_seeds(self):
        for objective in ("cut", "km1", "soed"):
            found = self.figures(f"--objective={objective}", "--imbalance=0.03", "--seed=3", "a.hgr", "8")
            counted = self.recount("a.hgr", 8, "--most-weight", "77")
            self.assertEqual([found[name] for name in ("cut", "km1", "soed")],
                             [int(counted[name]) for name in ("cut", "km1", "soed")])
            self.assertEqual((found["parts"], found["objective"], found["balanced"]), (8, objective, True))
        self.good("--seed=3", "--threads=1", "a.hgr", "4", "5")
        one = self.read("a.hgr.part.4")
        for threads in (2, 16):
            self.good("--seed=3", f"--threads={threads}", "a.hgr", "4", "5")
            self.assertEqual(one, self.read("a.hgr.part.4"))

    def test_argument_lists_by_name_and_number(self):
        for program, words in (("shmetis", ["2", "5"]), ("hmetis", ["2", "5", "2", "1", "1", "1", "0", "0"]),
                               ("khmetis", ["2", "5", "2", "1", "2", "0", "0"])):
            said = self.run_as(os.path.join(LIBEXEC, "amorph", "hmetis", program), "a.hgr", *words)
            self.assertEqual((said.returncode, said.stderr), (0, ""), program)
            part = self.read("a.hgr.part.2")
            self.assertEqual(said.stdout.split("Timing")[0].split("threads")[-1],
                             self.good("--threads=0", "a.hgr", *words).split("Timing")[0].split("threads")[-1])
            self.assertEqual(part, self.read("a.hgr.part.2"))
            self.assertIn("objective=soed" if program == "khmetis" else "objective=cut", said.stdout)
        self.refused(1, "expected NETLIST PARTS UBFACTOR NRUNS", "--arguments=khmetis", "a.hgr", "2", "5")
        self.refused(1, "CTYPE: expected 1 .. 5, found '9'", "a.hgr", "2", "5", "1", "9", "1", "0", "0")
        self.recount("a.hgr", 2)

    def test_khmetis_bounds_the_heaviest_part(self):
        self.good("--arguments=khmetis", "a.hgr", "4", "5", "1", "1", "1", "0", "0")
        self.recount("a.hgr", 4, "--most-weight", "157")

    def test_fixed_vertices(self):
        self.write("pads.fix", "".join(f"{v % 4 if v % 10 == 0 else -1}\n" for v in range(600)))
        self.figures("a.hgr", "pads.fix", "4", "5")
        self.recount("a.hgr", 4, "--fix", "pads.fix")
        self.good("--evaluate", "a.hgr", "pads.fix", "a.hgr.part.4")
        self.write("pads.fix", "".join(f"{1 if line == '0' else 0}\n" for line in self.read("a.hgr.part.4").split()))
        done = self.call("--evaluate", "a.hgr", "pads.fix", "a.hgr.part.4")
        self.assertEqual(done.returncode, 4)
        self.assertIn("in another part, the first is vertex 1", done.stderr)
        for lines, message in ((599, "expected the part of vertex 600 of 600, found the end of the file"),
                               (601, ":601: expected the end of the file after 600 vertices")):
            self.write("pads.fix", "-1\n" * lines)
            self.refused(1, message, "a.hgr", "pads.fix", "4", "5")
        self.write("pads.fix", "-1\n4\n" + "-1\n" * 598)
        self.refused(1, "pads.fix:2: expected a part (-1 .. 3), found '4'", "a.hgr", "pads.fix", "4", "5")

    def test_weights_and_duplicates(self):
        self.write("w.hgr", WEIGHTED)
        found = self.figures("--imbalance=0.3", "w.hgr", "2")
        self.assertEqual(sum(found["part_weights"]), 39)
        self.assertEqual(int(self.recount("w.hgr", 2, "--most-weight", "26")["cut"]), found["cut"])
        self.write("d.hgr", "2 4\n1 2 1 2 1\n3 4\n")
        done = self.call("d.hgr", "2", "5")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "amorph-hmetis: d.hgr: merged 3 duplicate pins, the first in net 1\n"))
        self.recount("d.hgr", 2, "--most-cut", "0")

    def test_bad_netlists(self):
        for text, message in BAD.items():
            self.write("bad.hgr", text)
            self.refused(1, "bad.hgr" + message, "bad.hgr", "2", "5")
            self.assertFalse(os.path.exists(self.path("bad.hgr.part.2")))

    def test_what_cannot_be(self):
        self.refused(1, "number of parts: expected at most 1048576 for 600 vertices, found 1048577", "a.hgr", "1048577",
                     "5")
        self.refused(1, "PARTS: expected 1 .. ", "a.hgr", "0", "5")
        self.refused(1, "UBFACTOR: expected a percentage 0 .. 49, found '50'", "a.hgr", "2", "50")
        self.refused(1, "option '--imbalance': expected a number of 0 or more", "--imbalance=-1", "a.hgr", "2")
        self.refused(1, "expected NETLIST [FIX] PARTS UBFACTOR", "a.hgr")
        self.refused(1, "no.hgr: cannot read", "no.hgr", "2", "5")
        os.environ["AMORPH_CUDA_MODULE"] = "none"
        self.addCleanup(os.environ.pop, "AMORPH_CUDA_MODULE")
        self.refused(2, "backend cuda: no CUDA module at none", "--backend=cuda", "a.hgr", "2", "5")
        self.refused(3, "out of memory", "--memory-limit=1K", "a.hgr", "2", "5")
        self.write("announced.hgr", "1 4000000000\n1 2\n")
        self.refused(3, "4000000000 vertices take", "--memory-limit=1M", "announced.hgr", "2", "5")
        self.refused(1, "cannot write", "--json=no/such", "a.hgr", "2", "5")
        self.write("heavy.hgr", "1 3 10\n1 2 3\n1\n9\n1\n")
        self.refused(1, "vertex 2 weighs 9, more than a part may weigh (6)", "heavy.hgr", "2", "5")
        self.assertFalse([name for name in os.listdir(self.folder.name) if ".part." in name])

    def test_one_part(self):
        found = self.figures("a.hgr", "1", "5")
        self.assertEqual([found[name] for name in ("cut", "km1", "soed", "part_weights")], [0, 0, 0, [600]])

    def test_more_parts_than_vertices(self):
        self.write("w.hgr", "3 4\n1 2\n3 4\n1 4\n")
        self.write("w.fix", "-1\n4\n-1\n4\n")
        found = self.figures("--imbalance=1", "w.hgr", "w.fix", "6")
        self.assertEqual(found["part_weights"], [1, 1, 0, 0, 2, 0])
        self.assertEqual(self.read("w.hgr.part.6").split(), ["0", "4", "1", "4"])
        self.write("w.old", "5\n0\n0\n3\n")
        found = self.figures("--start=w.old", "--imbalance=0", "w.hgr", "6")
        self.assertEqual((self.read("w.hgr.part.6").split(), found["moved"]), (["5", "0", "1", "3"], 1))
        self.assertEqual(sum(self.figures("a.hgr", "700", "5")["part_weights"]), 600)

    def test_evaluate(self):
        self.write("w.hgr", WEIGHTED)
        self.write("w.part", "0\n1\n0\n1\n1\n0\n2\n")
        found = json.loads(self.good("--evaluate", "--json=-", "w.hgr", "w.part"))
        self.assertEqual([found[name] for name in ("cut", "km1", "soed", "cut_nets")], [13, 13, 26, 3])
        self.assertEqual(found["part_weights"], [16, 15, 8])
        self.assertIn("Hyperedge Cut:        13", self.good("--evaluate", "w.hgr", "w.part"))
        self.refused(1, "expected --evaluate NETLIST [FIX] PARTITION", "--evaluate", "w.hgr")

    def test_compressed_input_and_no_output(self):
        with lzma.open(self.path("b.hgr.xz"), "wt") as file:
            file.write(self.read("a.hgr"))
        self.good("--nooutput", "b.hgr.xz", "2", "5")
        self.assertFalse(os.path.exists(self.path("b.hgr.xz.part.2")))

    def test_output_elsewhere(self):
        self.good("--output=elsewhere", "a.hgr", "2", "5")
        self.assertFalse(os.path.exists(self.path("a.hgr.part.2")))
        written = self.read("elsewhere")
        self.good("a.hgr", "2", "5")
        self.assertEqual(self.read("a.hgr.part.2"), written)
        self.refused(1, "'--output' and '--nooutput' exclude each other", "-o", "x", "--nooutput", "a.hgr", "2", "5")

    def test_presets_and_runs(self):
        cuts = [self.figures(f"--preset={preset}", "a.hgr", "4", "5")["cut"]
                for preset in ("fast", "default", "quality")]
        self.assertLessEqual(cuts[2], cuts[0])
        self.assertLessEqual(self.figures("--runs=3", "a.hgr", "4", "5")["cut"], cuts[1])

    def test_time_limit_leaves_one_run_or_more(self):
        self.assertEqual(self.figures("--time-limit=0.000001", "--runs=9", "a.hgr", "4", "5")["runs"], 1)
        self.assertEqual(self.figures("--time-limit=1e6", "--runs=3", "a.hgr", "4", "5")["runs"], 3)
        self.refused(1, "option '--time-limit': expected seconds, found '-1'", "--time-limit=-1", "a.hgr", "4", "5")

    def test_picture(self):
        self.good("--svg=a.svg", "a.hgr", "4", "5")
        picture = xml.etree.ElementTree.fromstring(self.read("a.svg"))
        self.assertEqual(len(picture.findall(".//{http://www.w3.org/2000/svg}circle")), 4)
        self.refused(1, "option '--svg': expected at most 1000 parts, found 1001", "--svg=a.svg", "a.hgr", "1001", "5")

    def test_individual_sizes(self):
        self.write("shares", "3\n2\n1\n")
        self.figures("--shares=shares", "--imbalance=0.03", "a.hgr", "3")
        self.write("limits", "309\n206\n103\n")
        self.recount("a.hgr", 3, "--limits", "limits")
        self.figures("--limits=limits", "a.hgr", "3")
        self.recount("a.hgr", 3, "--limits", "limits")
        self.refused(1, "without UBFACTOR (--limits is given)", "--limits=limits", "a.hgr")
        self.write("limits", "300\n200\n")
        self.refused(1, "limits:3: expected 3 lines, found the end of the file", "--limits=limits", "a.hgr", "3")
        self.write("limits", "300\n200\n99\n")
        self.refused(1, "the parts may weigh 599 in all, less than the vertices' 600", "--limits=limits", "a.hgr", "3")
        self.write("limits", "300\n0.5\n300\n")
        self.refused(1, "limits:2: expected a weight of 1 or more, found '0.5'", "--limits=limits", "a.hgr", "3")
        self.write("shares", "1\n0\n1\n")
        self.refused(1, "shares:2: expected a number above 0, found '0'", "--shares=shares", "a.hgr", "3", "5")

    def test_a_graph_is_no_netlist(self):
        self.write("ring.graph", "3 3\n2 3\n1 3\n1 2\n")
        self.refused(1, "ring.graph: it is the name of a graph; expected a netlist", "ring.graph", "2", "5")

    def test_several_weights(self):
        lines = self.read("a.hgr").splitlines()
        lines[0] += " 10"
        self.write("m.hgr", "\n".join(lines + [f"{1 + v % 3} {2 if v < 200 else 0}" for v in range(600)]) + "\n")
        found = self.figures("--dimensions=2", "--imbalance=0.05", "m.hgr", "4")
        self.assertEqual((found["dimensions"], found["balanced"], len(found["part_weights"])), (2, True, 8))
        self.write("limits", "315 105\n" * 4)
        self.recount("m.hgr", 4, "--dimensions", "2", "--limits", "limits")
        self.good("--dimensions=2", "--evaluate", "m.hgr", "m.hgr.part.4")
        self.refused(1, "m.hgr:902: expected the end of the line, found '2'", "m.hgr", "2", "5")
        self.refused(1, "m.hgr:902: expected a vertex weight", "--dimensions=3", "m.hgr", "2", "5")
        self.refused(1, "a.hgr has no vertex weights", "--dimensions=2", "a.hgr", "2", "5")

    def test_groups(self):
        self.write("groups", "".join(f"{v % 50 if v % 4 == 0 else -1}\n" for v in range(600)))
        self.figures("--groups=groups", "--imbalance=0.1", "a.hgr", "4")
        self.recount("a.hgr", 4, "--groups", "groups", "--most-weight", "165")
        self.good("--evaluate", "--groups=groups", "a.hgr", "a.hgr.part.4")
        self.write("p", "".join(f"{v % 4}\n" for v in range(600)))
        self.write("groups", "0\n0\n" + "-1\n" * 598)
        done = self.call("--evaluate", "--groups=groups", "a.hgr", "p")
        self.assertEqual(done.returncode, 4)
        self.assertIn("1 vertex is not in the part of the group, the first is vertex 2", done.stderr)
        self.write("groups", "0\n")
        self.refused(1, "groups:2: expected the group of vertex 2 of 600", "--groups=groups", "a.hgr", "2", "5")
        self.write("groups", "7\n-1\n7\n" + "-1\n" * 597)
        self.write("fix", "% parts\n1\n0\n0\n" + "-1\n" * 597)
        self.refused(1, "fix:4: expected part 1, that of group 7, found '0'", "--groups=groups", "a.hgr", "fix", "2",
                     "5")

    def test_start_and_move_cost(self):
        self.good("a.hgr", "4", "5")
        old = self.read("a.hgr.part.4").split()
        lines = netlist(600, 900, 1).splitlines()
        changed = netlist(606, 12, 9).splitlines()[1:]
        self.write("b.hgr", "\n".join([f"{len(lines) - 1 + 12} 606"] + lines[1:] + changed) + "\n")
        self.write("old", "\n".join(old + ["-1"] * 6) + "\n")
        found = self.figures("--start=old", "--move-cost=1", "b.hgr", "4", "5")
        self.assertTrue(found["balanced"])
        self.recount("b.hgr", 4, "--start", "old", "--most-moved", str(found["moved"]))
        self.assertLessEqual(found["moved"], 30)
        start = json.loads(self.good("--evaluate", "--json=-", "a.hgr", "a.hgr.part.4"))["cut"]
        self.write("old", "\n".join(old) + "\n")
        self.assertLessEqual(self.figures("--start=old", "a.hgr", "4", "5")["cut"], start)
        self.refused(1, "expected --start too", "--move-cost=1", "a.hgr", "4", "5")
        self.refused(1, "old:", "--start=old", "a.hgr", "2", "5")

    def test_help(self):
        self.assertIn("[OPTION]... NETLIST [FIX] PARTS UBFACTOR", self.good("--help"))
        self.assertIn(".TH", self.good("--help-man"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
