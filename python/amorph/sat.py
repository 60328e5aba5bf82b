"""Satisfiability of formulas in conjunctive normal form.

>>> verdict, model = solve([[1, 2], [-1], [-2, 3]])
>>> verdict, model
(True, [-1, 2, 3])
>>> solve([[1], [-1]])
(False, None)
"""

from __future__ import annotations

import itertools

import numpy as np

from . import _core
from ._context import chosen

_METHODS = {"auto": 0, "sp": 1, "walk": 2, "complete": 3}


def _formula(clauses):
    """Offsets and literals of clauses: sequences of integers, or an array of shape (clauses, length)."""
    if isinstance(clauses, np.ndarray) and clauses.ndim == 2:
        begin = np.arange(len(clauses) + 1, dtype=np.uint64) * np.uint64(clauses.shape[1])
        return begin, np.ascontiguousarray(clauses, np.int32).reshape(-1)
    clauses = [list(clause) for clause in clauses]
    begin = np.fromiter(itertools.accumulate(map(len, clauses), initial=0), np.uint64, len(clauses) + 1)
    return begin, np.fromiter(itertools.chain.from_iterable(clauses), np.int32)


def solve(clauses, *, variables=None, method="auto", seed=1, max_flips=0, context=None, backend=None):
    """Searches for a model.

    Parameters
    ----------
    clauses : sequence of sequences of int, or array of shape (clauses, length)
        Literals as in DIMACS files: v and -v for the variables 1, 2, ...
    variables : int, optional
        Their number; by default the largest in a clause.
    method : "auto", "sp", "walk" or "complete"
        As of ``amorph-sat --method``. "sp" and "walk" cannot prove unsatisfiability.
    max_flips : int
        Of local search; 0: by the size of the formula.

    Returns ``(verdict, model)``: True and a list of a literal per variable, False and None, or None and None if the
    search gave up.
    """
    if method not in _METHODS:
        raise ValueError(f"method: expected one of {', '.join(_METHODS)}, found {method!r}")
    begin, literals = _formula(clauses)
    if variables is None:
        variables = int(np.abs(literals).max(initial=0))
    found, model = _core.satisfy(
        chosen(context, backend), variables, begin, literals, _METHODS[method], seed, max_flips
    )
    if found == 10:
        numbers = np.arange(1, variables + 1)
        return True, np.where(model == 1, numbers, -numbers).tolist()
    return (False, None) if found == 20 else (None, None)


class Solver:
    """A solver with the methods of PySAT's. Every call to :meth:`solve` starts from the clauses.

    >>> s = Solver(bootstrap_with=[[1, 2], [-1, 2]])
    >>> s.solve(), s.solve(assumptions=[-2]), s.get_core()
    (True, False, [-2])
    """

    def __init__(self, name=None, bootstrap_with=None, **options):
        self._clauses = []
        self._options = options
        self._model = self._core = self._assumed = None
        for clause in bootstrap_with or ():
            self.add_clause(clause)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.delete()

    def add_clause(self, clause, no_return=True):
        """Adds a clause."""
        clause = [int(literal) for literal in clause]
        if 0 in clause:
            raise ValueError("a literal is not 0")
        self._clauses.append(clause)

    def append_formula(self, formula, no_return=True):
        """Adds clauses."""
        for clause in formula:
            self.add_clause(clause)

    def _decide(self, assumptions):
        variables = max((abs(x) for x in itertools.chain(assumptions, *self._clauses)), default=0)
        clauses = self._clauses + [[literal] for literal in assumptions]
        return solve(clauses, variables=variables, **self._options)

    def solve(self, assumptions=()):
        """True, False, or None if the search gave up."""
        assumptions = [int(literal) for literal in assumptions]
        verdict, self._model = self._decide(assumptions)
        self._core = self._assumed = None
        if verdict is False:
            self._assumed = assumptions
        return verdict

    def get_model(self):
        """A literal per variable after True, else None."""
        return self._model

    def get_core(self):
        """Assumptions that cannot hold together, none of which can be left out, after False; else None."""
        if self._core is None and self._assumed is not None:
            core = list(self._assumed)
            for literal in self._assumed:
                rest = [other for other in core if other != literal]
                if self._decide(rest)[0] is False:
                    core = rest
            self._core = core
        return self._core

    def nof_clauses(self):
        """Number of clauses."""
        return len(self._clauses)

    def nof_vars(self):
        """The largest variable."""
        return max((abs(x) for clause in self._clauses for x in clause), default=0)

    def delete(self):
        """Forgets the clauses."""
        self._clauses = []
