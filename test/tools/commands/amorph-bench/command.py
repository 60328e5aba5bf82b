"""command.py AMORPH_BENCH AMORPH_GEN [SANITIZER]: the command on small inputs, its output and files; times are not
checked."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BENCH, GEN, SANITIZED = [*sys.argv[1:], ""][:3]


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_bench(self, *words, code=0):
        ended = subprocess.run([BENCH, *words], cwd=self.folder.name, capture_output=True, text=True,
                               stdin=subprocess.DEVNULL)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended

    def rows(self, *words):
        return json.loads(self.run_bench(*words, "-b", "cpu", "-q", "--json", "-").stdout)["rows"]

    def test_every_problem_and_strategy_is_right(self):
        with open(self.path("dump"), "w", encoding="utf-8") as file:
            file.write("amorph-constraints 1\nvariables 5\nobjects 2\naddress_of 2\n2 0\n3 1\ncopy 1\n4 2\nload 1\n"
                       "4 3\nstore 1\n3 2\nend\n")
        rows = self.rows("road:20x20", "rmat:7:4", "grid2d:9x9@3", "genrmf:3:4:1:9", "points:200", "dump", "-t", "1,2",
                         "-k", "4", "--verify", "-r", "2")
        for row in rows:
            self.assertEqual(row["state"], "measured", row)
            self.assertTrue(row["verified"], row)
            self.assertEqual(len(row["ms_each"]), 2)
            self.assertLessEqual(row["min_ms"], row["ms"])
            self.assertEqual(row["backend"], "cpu")
        problems = {row["problem"] for row in rows}
        self.assertLessEqual({"bfs", "stcon", "sssp", "apsp", "mst", "maxflow", "partition", "points-to", "refine"},
                             problems)
        for problem in problems - {"stcon"}:
            self.assertGreater(len({row["strategy"] for row in rows if row["problem"] == problem}), 1, problem)
        for figure, problem in (("depth", "bfs"), ("reached", "sssp"), ("weight", "mst"), ("flow", "maxflow"),
                                ("sum_distance", "apsp"), ("cut", "partition"), ("facts", "points-to")):
            for name in {row["input"] for row in rows if row["problem"] == problem}:
                answers = {row[figure] for row in rows
                           if row["problem"] == problem and row["input"] == name
                           and (problem != "partition" or row["strategy"] == "kway")}
                self.assertEqual(len(answers), 1, (problem, name))

    def test_floats_are_measured_and_a_weight_given_wins(self):
        with open(self.path("real.mtx"), "w", encoding="utf-8") as file:
            file.write("%%MatrixMarket matrix coordinate real general\n4 4 3\n1 2 0.5\n2 3 1.5\n1 3 4\n")
        for row in self.rows("real.mtx", "-P", "sssp", "-S", "near-far,mask", "--verify", "-r", "1"):
            self.assertEqual((row["state"], row["reached"]), ("measured", 3), row)
        given = [self.rows("--preset", "iiit-11", "uniform:50:3", "-r", "1", *how)[0]["sum_distance"]
                 for how in ((), ("-w", "255"), ("-w", "100"))]
        self.assertEqual(given[0], given[2])
        self.assertNotEqual(given[0], given[1])

    def test_a_file_that_is_no_graph_is_an_error(self):
        with open(self.path("bad.gr"), "w", encoding="utf-8") as file:
            file.write("p sp 2 1\na 1 9 1\n")
        ended = self.run_bench("road:20x20", "bad.gr", "-b", "cpu", "-P", "bfs", "-S", "mask", "-q", "-r", "1",
                               "--json", "j", code=1)
        self.assertIn("bad.gr:2: expected a vertex (1 .. 2), found '9'", ended.stderr)
        with open(self.path("j"), encoding="utf-8") as file:
            self.assertEqual([row["state"] for row in json.load(file)["rows"]], ["measured", "refused"])

    def test_what_is_not_there_is_one_row(self):
        with open(self.path("noise"), "w", encoding="utf-8") as file:
            file.write("hello\n")
        os.mkdir(self.path("folder"))
        os.mkdir(self.path("folder.gr"))
        for name, why in (("noise", "noise: unknown format"),
                          ("none.gr", "none.gr: cannot read: No such file or directory"),
                          ("none.cnf", "none.cnf: cannot read: No such file or directory"),
                          ("raod:9x9", "raod:9x9: cannot read: No such file"),
                          ("folder", "folder: cannot recognise the format of a file that is not regular"),
                          ("folder.gr", "folder.gr: cannot read: it is a directory"),
                          ("/dev/null", "/dev/null: cannot recognise the format of a file that is not regular"),
                          ("rmat:40:8", "expected a scale of 31 at most"),
                          ("road:3x3x0", "the road network has no edges")):
            ended = self.run_bench(name, "points:9", "-P", "bfs,mst,refine", "-S", "mask,filter,priority", "-b", "cpu",
                                   "-r", "1", code=1)
            self.assertIn(why, ended.stderr)
            lines = [line.split()[:2] for line in ended.stdout.splitlines()[1:]]
            self.assertEqual(lines, [["-", name], ["bfs", "points:9"], ["mst", "points:9"], ["refine", "points:9"]])
            self.assertEqual(ended.stderr.count("\n"), 1)

    def test_names_of_any_bytes(self):
        folder = os.fsencode(self.folder.name)
        for name in (b"g\xff.gr", b"g\n|.gr", "g\u00e9.gr".encode()):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(b"p sp 2 1\na 1 2 4\n")
            ended = subprocess.run([os.fsencode(BENCH), name, b"-b", b"cpu", b"-P", b"bfs", b"-S", b"mask", b"-r", b"1",
                                    b"--json", b"j", b"--markdown", b"m", b"--svg", b"s"], cwd=self.folder.name,
                                    capture_output=True)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(len(ended.stdout.decode("utf-8").splitlines()), 2)
            with open(self.path("j"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["rows"][0]["input"], name.decode("utf-8", "replace"))
            with open(self.path("m"), encoding="utf-8") as file:
                self.assertEqual(len(file.read().splitlines()), 3)
            xml.etree.ElementTree.parse(self.path("s"))

    # To any other vertex, whatever arcs it has.
    def test_stcon_goes_to_another_vertex(self):
        with open(self.path("two.gr"), "w", encoding="utf-8") as file:
            file.write("p sp 2 1\na 1 2 4\n")
        with open(self.path("apart.gr"), "w", encoding="utf-8") as file:
            file.write("p sp 3 1\na 1 1 4\n")
        with open(self.path("one.gr"), "w", encoding="utf-8") as file:
            file.write("p sp 1 0\n")
        found = {row["input"]: (row["connected"], row["distance"])
                 for row in self.rows("two.gr", "apart.gr", "one.gr", "-P", "stcon", "-S", "auto", "-r", "1",
                                      "--verify")}
        self.assertEqual(found, {"two.gr": (True, 1), "apart.gr": (False, None), "one.gr": (True, 0)})

    def test_files_agree(self):
        self.run_bench("road:20x20", "rmat:6:4", "-b", "cpu", "-P", "bfs,mst", "-q", "--profile", "-r", "1", "--json",
                       "j", "--markdown", "m", "--svg", "s")
        with open(self.path("j"), encoding="utf-8") as file:
            document = json.load(file)
        with open(self.path("m"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual(len(lines), len(document["rows"]) + 2)
        for line, row in zip(lines[2:], document["rows"]):
            self.assertEqual(line.count(" |"), 10)
            self.assertIn(f"| {row['problem']} | {row['input']} |", line)
        for row in document["rows"]:
            if row["problem"] == "bfs":
                self.assertEqual(sum(row["profile"]), row["reached"])
                self.assertEqual(len(row["profile"]), row["depth"] + 1)
        root = xml.etree.ElementTree.parse(self.path("s")).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        bars = root.findall("{http://www.w3.org/2000/svg}rect")
        self.assertGreaterEqual(len(bars), len(document["rows"]))
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}polyline")), 2)  # a profile per input

    def test_three_sizes_are_a_line(self):
        self.run_bench("rmat:5:4", "rmat:6:4", "rmat:7:4", "-b", "cpu", "-P", "mst", "-S",
                       "propagate,components,edges,stm", "-q", "-r", "1", "--svg", "s")
        root = xml.etree.ElementTree.parse(self.path("s")).getroot()
        curves = root.findall("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual(len(curves), 4)  # one per strategy
        for curve in curves:
            self.assertEqual(len(curve.get("points").split()), 3)

    def test_what_a_solver_refuses_is_a_row(self):
        with open(self.path("negative.gr"), "w", encoding="utf-8") as file:
            file.write("p sp 2 1\na 1 2 -4\n")
        rows = self.rows("negative.gr", "-P", "sssp,maxflow,mst")
        states = {(row["problem"], row["state"]) for row in rows}
        self.assertEqual(states, {("sssp", "refused"), ("maxflow", "refused"), ("mst", "measured")})
        for row in rows:
            if row["problem"] == "sssp":
                self.assertEqual(row["reason"], "the arc from vertex 1 to vertex 2 has the negative weight -4")
            if row["problem"] == "maxflow":
                self.assertIn("no source and no sink", row["reason"])
        rows = self.rows("road:30x30", "-P", "bfs", "-S", "mask", "--memory-limit", "10")
        self.assertEqual([row["state"] for row in rows], ["refused"])

    def test_presets_take_inputs(self):
        rows = self.rows("--preset", "iiit-11", "uniform:50:3")
        self.assertEqual({row["strategy"] for row in rows}, {"blocked", "recursive", "from-sssp"})
        self.assertEqual({row["input"] for row in rows}, {"uniform:50:3"})

    def test_tables_with_transactions_say_how_many_aborted(self):
        for words, has in ((("--preset", "tm-4", "grid2d:70x70", "-k", "4"), True), (("road:20x20", "-P", "mst"), True),
                           (("road:20x20", "-P", "mst", "-S", "auto"), False), (("road:20x20", "-P", "bfs"), False)):
            ended = self.run_bench(*words, "-b", "cpu", "-t", "2", "-r", "1", "--markdown", "table.md")
            with open(self.path("table.md"), encoding="utf-8") as file:
                head, _, *lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file]
            os.remove(self.path("table.md"))
            self.assertEqual("aborted" in head, has, head)
            self.assertEqual("aborted" in ended.stderr + ended.stdout, has)
            for line in lines if has else ():
                self.assertRegex(line[head.index("aborted")], r"^[0-9.]+%$" if "stm" in line[4] else "^-$", line)

    def test_partitions_mind_weights_of_vertices(self):
        # A path; its first vertex weighs as all others.
        with open(self.path("heavy.graph"), "w", encoding="utf-8") as file:
            file.write("9 8 010\n" + "".join(
                f"{8 if v == 1 else 1} " + " ".join(str(u) for u in (v - 1, v + 1) if 1 <= u <= 9) + "\n"
                for v in range(1, 10)))
        for row in self.rows("heavy.graph", "-P", "partition", "-k", "2", "--verify", "-r", "1"):
            self.assertEqual((row["state"], row["cut"], row["heaviest_part"]), ("measured", 1, 8), row)
        with open(self.path("two.graph"), "w", encoding="utf-8") as file:
            file.write("2 1 010 2\n1 2 2\n1 1 1\n")
        rows = self.rows("two.graph", "-P", "partition", "-S", "kway,stm", "-k", "2", "-r", "1")
        self.assertEqual([row["state"] for row in rows], ["measured", "refused"], rows)
        self.assertIn("one weight per vertex", rows[1]["reason"])

    def test_refuses_in_one_line(self):
        for words, expected, code in (
                ((), "expected inputs, as in road:500x500 and rmat:16:8, or --preset; --list shows what there is", 1),
                (("road:20",), "input 'road:20': expected road X Y [KEEP], found 1 argument", 1),
                (("road:20xa",), "input 'road:20xa': expected a number, found 'a'", 1),
                (("road:20x20@0",), "expected a number of terminals (1 .. 1000000) after '@', found '0'", 1),
                (("genrmf:3:3:1:2@4",), "it has its own source and sink", 1),
                (("points:many",), "input 'points:many': expected a number of points", 1),
                (("-",), "the standard input cannot be an input", 1),
                (("road:9x9", "-P", "tsp"), "option '--problem': expected some of bfs, stcon,", 1),
                (("road:9x9", "-P", "bfs", "-S", "filter"), "option '--strategy': expected some of auto, mask,", 1),
                (("road:9x9", "-P", "sssp", "--profile"), "--profile is for bfs only", 1),
                (("road:9x9", "-P", "bfs,mst", "-k", "8"), "--parts is for partition only", 1),
                (("road:9x9", "-P", "bfs,mst", "-k", "64"), "--parts is for partition only", 1),
                (("road:9x9", "-P", "stcon", "-S", "mask"), "expected some of auto, coloured, found 'mask'", 1),
                (("road:9x9", "-b", "gpu"), "option '--backend': expected some of auto, cpu, cuda, found 'gpu'", 1),
                (("road:9x9", "-b", "cpu", "-t", "1,x"),
                 "option '--threads': expected numbers from 0 to 4096, found 'x'", 1),
                (("--preset", "none"), "option '--preset': expected one of quick, iisc-6.1,", 1),
                (("road:9x9", "--json", "x", "--svg", "./x"), "./x: cannot write: two outputs have this name", 1),
                (("road:9x9", "--svg", "none/x"), "none/x: cannot write: No such file or directory", 1),
                (("--list", "road:9x9"), "unexpected argument 'road:9x9': --list measures nothing", 1),
                (("road:9x9", "-r", "0"), "option '--repeat': expected a number 1 .. 1000000, found '0'", 1)):
            ended = self.run_bench(*words, code=code)
            self.assertEqual(ended.stdout, "")
            self.assertEqual(ended.stderr.count("\n"), 1)
            self.assertIn(expected, ended.stderr)
            self.assertEqual(os.listdir(self.folder.name), [])
        ended = subprocess.run([BENCH, "road:9x9", "-b", "cuda"], cwd=self.folder.name, capture_output=True, text=True,
                               env={**os.environ, "AMORPH_CUDA_MODULE": "none"})
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))

    def test_what_a_machine_has_not_is_left_out(self):
        ended = subprocess.run([BENCH, "road:9x9", "-P", "bfs", "-S", "mask", "-b", "cpu,cuda", "-r", "1", "--json",
                                "-"],
                               cwd=self.folder.name, capture_output=True, text=True,
                               env={**os.environ, "AMORPH_CUDA_MODULE": "none"})
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertTrue(ended.stderr.startswith("amorph-bench: backend cuda is left out: no CUDA module at none"),
                        ended.stderr)
        self.assertIn("mask", ended.stderr)  # the table goes to stderr
        self.assertEqual([row["backend"] for row in json.loads(ended.stdout)["rows"]], ["cpu"])

    def test_keeps_its_inputs(self):
        subprocess.run([GEN, "grid2d", "3", "3", "-o", self.path("g.graph")], check=True)
        ended = self.run_bench("g.graph", "--json", "./g.graph", code=1)
        self.assertIn("./g.graph: cannot write: it is an input", ended.stderr)

    # Measured rows have been printed; no partial file is left.
    def test_interrupted(self):
        if "thread" in SANITIZED:
            self.skipTest("ThreadSanitizer puts signals off")
        process = subprocess.Popen([BENCH, "uniform:200:4", "-b", "cpu", "-P", "bfs", "-r", "1000000", "--json", "j"],
                                   cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("problem", process.stdout.readline())
        self.assertIn("mask", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertIn("interrupted", process.stderr.read())
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_lists_itself(self):
        listed = self.run_bench("--list").stdout
        for word in ("near-far", "rmat:SCALExDEGREE", "atomic-free-16", "points-to"):
            self.assertIn(word, listed)
        self.assertIn(".TH AMORPH-BENCH 1", self.run_bench("--help-man").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
