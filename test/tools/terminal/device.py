"""device.py BIN LIB: when commands open the CUDA module, seen by one that takes its place: not for help, not if the CPU
is asked for, not for what is small; and what ends before a device has started does not wait for it."""
import os
import tempfile
import unittest

from commands import LIB, NAMES, call, calls, make_inputs

COMMENTS = {"sat": ("large.cnf", "c", "p cnf 2 1\n1 2 0\n", ["amorph-sat", "large.cnf", "-q", "--threads=1"], 10),
            "triangles": ("large.gr", "c", "p sp 2 2\na 1 2 1\na 2 1 1\n",
                    ["amorph-graph", "triangles", "large.gr", "-q", "--threads=1"], 0),
            "gpmetis": ("large.graph", "%", "2 1\n2\n1\n",
                        ["amorph-gpmetis", "large.graph", "64", "-nooutput", "--threads=1"], 0),
            "mesh": ("large.node", "#", "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n",
                     ["amorph-mesh", "-q30", "large.node", "--threads=1", "-Q"], 0)}


class Device(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = os.path.join(self.folder, "log")

    def call(self, command, **environment):
        """Returns the run, and what was asked of the module."""
        run = call(command, self.folder, AMORPH_CUDA_MODULE=os.path.join(LIB, "libamorph-watched-module.so"),
                   WATCHED_LOG=self.log, **environment)
        asked = []
        if os.path.exists(self.log):
            with open(self.log, encoding="utf-8") as lines:
                asked = lines.read().split()
            os.remove(self.log)
        return run, asked

    def test_help_opens_no_module(self):
        for name in NAMES:
            for word in ("--help", "--version", "--help-man", "--help-bash"):
                with self.subTest(name=name, word=word):
                    run, asked = self.call([name, word])
                    self.assertEqual((run.returncode, asked), (0, []))

    def test_the_cpu_needs_no_module(self):
        make_inputs(self.folder)
        for name, command in calls().items():
            backend = [] if name in ("gen", "m2gmetis", "graphchk", "ndmetis", "cmpfillin") else ["--backend=cpu"]
            with self.subTest(name=name):
                run, asked = self.call([command[0], *backend, *command[1:]])
                self.assertIn(run.returncode, (0, 10), run.stderr)
                self.assertEqual(asked, [])
        for name, command in COMMENTS.items():
            self.write_large(name)
            with self.subTest(name=name):
                run, asked = self.call([*command[3], "--backend=cpu"])
                self.assertEqual((run.returncode, asked), (command[4], []), run.stderr)

    def test_what_is_small_opens_no_module(self):
        make_inputs(self.folder)
        for name in ("bfs", "mst", "gpmetis", "mpmetis", "sources"):
            if (command := calls().get(name)) is not None:
                with self.subTest(name=name):
                    run, asked = self.call(command)
                    self.assertEqual((run.returncode, asked), (0, []), run.stderr)

    def test_a_device_that_is_asked_for_is_started(self):
        make_inputs(self.folder)
        for name in ("bfs", "pta", "mesh"):
            with self.subTest(name=name):
                run, asked = self.call([*calls()[name], "--backend=cuda"])
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
                self.assertEqual(asked[:2], ["open", "count"])

    def write_large(self, name):
        """A small input that is mostly comments, so that by its size it seems worth a device."""
        file, comment, text, _, _ = COMMENTS[name]
        with open(os.path.join(self.folder, file), "w", encoding="utf-8") as out:
            out.write((comment + " " + "x" * 4000 + "\n") * 10000)
            out.write(text)

    def test_a_start_that_does_not_end_is_not_waited_for(self):
        for name, (_, _, _, command, code) in COMMENTS.items():
            self.write_large(name)
            for blocks in ("count", "start"):
                wanted = ["open", "count", "start"][:{"count": 2, "start": 3}[blocks]]
                asked = []
                with self.subTest(name=name, blocks=blocks):
                    for _ in range(50):  # the command may end before its thread has come so far
                        if asked != wanted:
                            run, asked = self.call(command, WATCHED_BLOCKS=blocks)
                            self.assertEqual((run.returncode, run.stderr), (code, ""))
                    self.assertEqual(asked, wanted)


if __name__ == "__main__":
    unittest.main(argv=["device.py"])
