"""resources.py BIN LIB: all commands, short of threads and of memory.

Where no further thread can be started after the first N: the answer, or exit code 3 and one line."""
import gzip
import os
import subprocess
import tempfile
import unittest

from commands import BIN, LIB, call, calls, make_inputs


class Resources(unittest.TestCase):
    def test_no_thread(self):
        preload = os.path.join(LIB, "libamorph-no-threads.so")
        refused = 0
        with tempfile.TemporaryDirectory() as folder:
            make_inputs(folder)
            for name, command in calls().items():
                whole = call(command, folder)
                self.assertIn(whole.returncode, (0, 10), (name, whole.stderr))
                for allowed in range(4):
                    with self.subTest(name=name, allowed=allowed):
                        run = call(command, folder, LD_PRELOAD=preload, THREADS_ALLOWED=str(allowed))
                        line = (f"{command[0]}: cannot start a thread: out of memory or processes; "
                                "use fewer threads\n")
                        if run.returncode == 3:
                            refused += 1
                            self.assertEqual(run.stderr, line)
                        else:
                            self.assertEqual((run.returncode, run.stderr), (whole.returncode, whole.stderr))
        self.assertGreater(refused, 0, "every command had its threads")

    def refused(self, folder, command):
        """The exit code and the line, with less memory than the text of 300 MB."""
        with subprocess.Popen([os.path.join(BIN, command[0]), *command[1:]], cwd=folder, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
            line = run.stderr.read()
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(line.count("\n"), 1, line)
        self.assertLess(usage.ru_maxrss, 150000, line)
        return run.returncode, line

    def test_small_files_of_large_texts(self):
        """300 MB behind 0.3 MB of gzip: NUL bytes, of which only the start is read, and a comment that the memory limit
        does not hold."""
        names = {"cnf": ("c", ["amorph-sat"]), "dump": ("c", ["amorph-pta"]), "gr": ("c", ["amorph-graph", "bfs"]),
                 "node": ("#", ["amorph-mesh"]), "graph": ("%", ["amorph-gpmetis"])}
        with tempfile.TemporaryDirectory() as folder:
            for name, (comment, _) in names.items():
                for byte, kind in (("\0", "zeros"), (comment, "comment")):
                    with gzip.open(os.path.join(folder, f"{kind}.{name}"), "w", compresslevel=1) as out:
                        for _ in range(300):
                            out.write(byte.encode() * 1000000)
            for name, (_, command) in names.items():
                parts = ["2"] if name == "graph" else []
                metis = 254 if name == "graph" else 1
                with self.subTest(name=name):
                    code, line = self.refused(folder, [*command, f"zeros.{name}", *parts])
                    self.assertEqual((code, "found a NUL byte" in line), (metis, True), line)
                    code, line = self.refused(folder, [*command, f"comment.{name}", *parts, "--memory-limit=50M"])
                    self.assertEqual((code, "more than the memory limit of 50 MiB" in line), (3, True), line)
            for command in (["amorph-mpmetis", "zeros.graph", "2"], ["amorph-m2gmetis", "zeros.graph", "out"],
                            ["amorph-graphchk", "zeros.graph"], ["amorph-gen", "clique", "zeros.graph"]):
                with self.subTest(command=command):
                    _, line = self.refused(folder, command)
                    self.assertIn("found a NUL byte", line)


if __name__ == "__main__":
    unittest.main(argv=["resources.py"])
