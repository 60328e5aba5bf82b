"""resources.py BIN LIB: each command, where no further thread can be started after the first N: the answer, or exit
code 3 and one line."""
import os
import tempfile
import unittest

from commands import LIB, call, calls, make_inputs


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


if __name__ == "__main__":
    unittest.main(argv=["resources.py"])
