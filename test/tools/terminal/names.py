"""names.py BIN LIB: all commands on files whose names have control characters: none of them reaches the terminal, and
the lines are as many as with other names."""
import os
import re
import tempfile
import unittest

from commands import call, calls, make_inputs

HOSTILE = "a\033[31m\nb\x7f\u0085"


class Names(unittest.TestCase):
    def test_no_control_character(self):
        with tempfile.TemporaryDirectory() as folder:
            make_inputs(folder)
            for name in os.listdir(folder):
                os.symlink(name, os.path.join(folder, HOSTILE + name))
            for name, command in calls().items():
                # Reports are what names are in.
                plain = [word for word in command if word not in ("-q", "-Q")]
                hostile = [HOSTILE + word if os.path.exists(os.path.join(folder, word)) else word for word in plain]
                if hostile == plain:
                    continue
                with self.subTest(name=name):
                    expected, found = call(plain, folder), call(hostile, folder)
                    self.assertEqual(found.returncode, expected.returncode, found.stderr)
                    for a, b in ((expected.stdout, found.stdout), (expected.stderr, found.stderr)):
                        self.assertIsNone(re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]", b), b)
                        self.assertEqual(b.count("\n"), a.count("\n"), b)


if __name__ == "__main__":
    unittest.main(argv=["names.py"])
