"""Points-to analysis by the command ``amorph-pta``, which is not part of this package.

The command is Debian's package ``amorph-tools`` (constraint files) with ``amorph-llvm-19`` (sources and bitcode). It
is found on the PATH, or by the environment variable ``AMORPH_PTA``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile

import numpy as np

from ._errors import BadInputError, Error, InternalError, NoDeviceError, OutOfMemoryError

__all__ = ["Program", "sets"]

_STATUS = {1: BadInputError, 2: NoDeviceError, 3: OutOfMemoryError}


def _command():
    name = os.environ.get("AMORPH_PTA") or shutil.which("amorph-pta")
    if not name:
        raise FileNotFoundError(
            "amorph-pta is not on the PATH: install the packages amorph-tools and amorph-llvm-19, or set AMORPH_PTA"
        )
    return name


def _run(arguments, folder=None):
    done = subprocess.run([_command(), *arguments], capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise _STATUS.get(done.returncode, InternalError)(done.stderr.strip().split("\n")[-1])
    return done.stdout


def sets(constraints, *, backend=None):
    """Solves a constraint file of the format ``amorph-constraints``.

    Returns a SciPy CSR array of bool, of shape (variables, variables): row v has the objects that v may point to.
    """
    from scipy.sparse import csr_array

    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "sets")
        figures = json.loads(
            _run(
                [
                    os.fspath(constraints),
                    "--quiet",
                    "--output",
                    name,
                    "--json",
                    "-",
                    *(["--backend", backend] if backend else []),
                ]
            )
        )
        with open(name) as file:
            rows = [line.split()[1:] for line in file]
    begin = np.cumsum([0, *map(len, rows)])
    objects = np.array([o for row in rows for o in row], np.int64)
    variables = figures["variables"]
    return csr_array((np.ones(len(objects), bool), objects, begin), shape=(variables, variables))


class Program:
    """A program to be asked: a compilation database, or sources and bitcode files.

    Parameters
    ----------
    sources : paths
        ``.c``, ``.cpp``, ``.bc``, ``.ll``; none: all of the database.
    database : path, optional
        The build folder with ``compile_commands.json``.
    flags : sequence of str
        Compiler flags for sources without a database.
    options : sequence of str
        Further options of ``amorph-pta``, such as ``["--world", "closed"]``.

    Queries are those of ``amorph-pta``, and operands have its forms. Each answer is a list of dicts with ``name``,
    ``kind``, ``file``, ``line``, ``column``: rows for ``pandas.DataFrame``. The command caches what it has analysed.
    """

    def __init__(self, *sources, database=None, flags=(), options=()):
        self._where = [] if database is None else ["-p", os.fspath(database)]
        self._where += [os.fspath(source) for source in sources]
        self._flags = ["--", *flags] if database is None and sources else []
        self._options = list(options)
        self.figures = {}

    def ask(self, *queries):
        """Answers of queries ``(name, operand)``, as ``("points-to", "main::p")``, in one run: the list of dicts that
        ``--json`` has. ``figures`` has the rest of that object."""
        asked = [word for name, operand in queries for word in (f"--{name}", operand)]
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "answers.json")
            _run([*self._where, *self._options, *asked, "--json", name, *self._flags])
            with open(name) as file:
                self.figures = json.load(file)
        answers = self.figures.pop("answers", [])
        for answer in answers:
            if "error" in answer:
                raise BadInputError(answer["error"])
        return answers

    def _items(self, name, operand):
        return self.ask((name, operand))[0].get("items", [])

    def points_to(self, pointer):
        """What the pointer may point to."""
        return self._items("points-to", pointer)

    def pointed_by(self, thing):
        """The pointers that may point to it."""
        return self._items("pointed-by", thing)

    def callees(self, place):
        """The functions that calls at FILE:LINE[:COLUMN], or in the function of that name, may reach."""
        return self._items("callees", place)

    def callers(self, function):
        """The calls that may reach the function."""
        return self._items("callers", function)

    def why(self, pointer, thing):
        """A shortest chain of assignments through which the pointer may point to the thing; empty if it may not."""
        return self._items("why", f"{pointer} {thing}")

    def aliases(self, one, other):
        """ "may" or "no"."""
        return self.ask(("aliases", f"{one} {other}"))[0]["answer"]

    def escapes(self, thing):
        """Whether unknown code may reach it."""
        return self.ask(("escapes", thing))[0]["answer"] == "yes"

    def call_graph(self):
        """The call graph as a ``networkx.MultiDiGraph`` of functions; ``direct`` of an edge is False for calls through
        pointers and by library functions."""
        import networkx

        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "calls.dot")
            _run([*self._where, *self._options, "--call-graph", name, *self._flags])
            with open(name) as file:
                lines = file.read().split("\n")
        graph = networkx.MultiDiGraph()
        for line in lines:
            if edge := re.match(r'\s*"((?:[^"\\]|\\.)*)" -> "((?:[^"\\]|\\.)*)"(.*)', line):
                graph.add_edge(edge[1], edge[2], direct="dashed" not in edge[3])
            elif node := re.match(r'\s*"((?:[^"\\]|\\.)*)"', line):
                graph.add_node(node[1])
        return graph
