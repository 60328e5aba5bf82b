"""Satisfiability of formulas in conjunctive normal form.

>>> verdict, model = solve([[1, 2], [-1], [-2, 3]])
>>> verdict, model
(True, [-1, 2, 3])
>>> solve([[1], [-1]])
(False, None)
"""

from __future__ import annotations

import itertools
import operator
import os
import time

import numpy as np

from . import _arrays, _core
from ._context import chosen
from ._errors import OutOfMemoryError

_METHODS = {"auto": 0, "sp": 1, "walk": 2, "complete": 3, "hybrid": 4}
_RANGE = "expected a literal between -2147483647 and 2147483647"


def _literals(values):
    try:
        return np.fromiter(map(operator.index, values), np.int32)
    except OverflowError:
        raise ValueError(_RANGE) from None


def _checked_number(variables):
    """The number of variables, if the machine has memory for their arrays."""
    if variables > 2**31 - 1:
        raise ValueError(_RANGE)
    need = 100 * variables  # bytes: of the solver, and of the model's list
    if need > os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"):
        raise OutOfMemoryError(f"{variables} variables need about {need >> 30} GiB")
    return variables


def _largest(literals):
    return max(int(literals.max(initial=0)), -int(literals.min(initial=0)))


def _formula(clauses):
    """Offsets and literals of clauses: sequences of integers, or an array of shape (clauses, length)."""
    if isinstance(clauses, np.ndarray) and clauses.ndim == 2:
        begin = np.arange(len(clauses) + 1, dtype=np.uint64) * np.uint64(clauses.shape[1])
        return begin, _arrays.signed(clauses, "clauses").reshape(-1)
    clauses = [list(clause) for clause in clauses]
    begin = np.fromiter(itertools.accumulate(map(len, clauses), initial=0), np.uint64, len(clauses) + 1)
    return begin, _literals(itertools.chain.from_iterable(clauses))


def solve(
    clauses,
    *,
    variables=None,
    method="auto",
    seed=1,
    max_flips=0,
    walkers=0,
    attempts=0,
    proof=None,
    proof_format="binary",
    context=None,
    backend=None,
):
    """Searches for a model.

    Parameters
    ----------
    clauses : sequence of sequences of int, or array of shape (clauses, length)
        Literals as in DIMACS files: v and -v for the variables 1, 2, ...
    variables : int, optional
        Their number; by default the largest in a clause.
    method : "auto", "sp", "walk", "complete" or "hybrid"
        As of ``amorph-sat --method``. "sp" and "walk" cannot prove unsatisfiability.
    max_flips : int
        Of local search; 0: by the size of the formula.
    walkers : int
        Of local search; 0: 16. Another number may give another model.
    attempts : int
        At decimation, or rounds of "hybrid"; 0: by the method.
    proof : path, optional
        Gets a proof in DRAT format if the formula is unsatisfiable.
    proof_format : "binary" or "text"
        Of the proof.

    Returns ``(verdict, model)``: True and a list of a literal per variable, False and None, or None and None if the
    search gave up.
    """
    if method not in _METHODS:
        raise ValueError(f"method: expected one of {', '.join(_METHODS)}, found {method!r}")
    if proof_format not in ("binary", "text"):
        raise ValueError(f"proof_format: expected binary or text, found {proof_format!r}")
    begin, literals = _formula(clauses)
    if variables is None:
        variables = _largest(literals)
    else:
        variables = _arrays.integer(variables, "variables", high=2**31 - 1)
    found, model = _core.satisfy(
        chosen(context, backend),
        _checked_number(variables),
        begin,
        literals,
        _METHODS[method],
        _arrays.integer(seed, "seed", high=2**64 - 1),
        _arrays.integer(max_flips, "max_flips", high=2**64 - 1),
        _arrays.integer(walkers, "walkers"),
        _arrays.integer(attempts, "attempts"),
        None if proof is None else os.fspath(proof),
        proof_format == "text",
    )
    if found == 10:
        numbers = np.arange(1, variables + 1)
        return True, np.where(model == 1, numbers, -numbers).tolist()
    return (False, None) if found == 20 else (None, None)


def _library():
    """The file of IPASIR's functions, beside that of the C interface."""
    file = _core.library_file().replace("libamorph.so", "libamorph_ipasir.so")
    if not os.path.exists(file):
        raise RuntimeError("Solver needs libamorph_ipasir.so, which Amorph's build makes if there is CaDiCaL")
    return file


def _closed(clauses):
    """Literals of clauses, each ended by 0."""
    if isinstance(clauses, np.ndarray) and clauses.ndim == 2:
        found = np.zeros((len(clauses), clauses.shape[1] + 1), np.int32)
        found[:, :-1] = _arrays.signed(clauses, "clauses")
        count, found = len(clauses), found.reshape(-1)
    else:
        clauses = [list(clause) for clause in clauses]
        count, found = len(clauses), _literals(itertools.chain.from_iterable(c + [0] for c in clauses))
    if np.count_nonzero(found) != len(found) - count:
        raise ValueError("a literal is not 0")
    return found, count


class Solver:
    """A solver with the methods of PySAT's, which keeps what it has learned for the next search.

    Clauses are sequences of literals: v and -v for the variables 1, 2, ... It runs IPASIR's functions of Amorph.

    Parameters
    ----------
    name : str
        Accepted for PySAT's sake: there is one solver.
    bootstrap_with : iterable of clauses, or array of shape (clauses, length), optional
        The first clauses.
    use_timer : bool
        Measures searches, for :meth:`time` and :meth:`time_accum`, in seconds.
    incr : bool
        Accepted for PySAT's sake: every solver is incremental.

    One thread uses a solver at a time; others may call :meth:`interrupt`. Ctrl-C ends a search of the main thread with
    :class:`KeyboardInterrupt`, and the solver can be asked again.

    >>> with Solver(bootstrap_with=[[1, 2], [-1, 2]]) as s:
    ...     s.solve(), s.solve(assumptions=[1, -2]), s.get_core(minimal=True)
    (True, False, [-2])
    """

    def __init__(self, name="amorph", bootstrap_with=None, use_timer=False, *, incr=True):
        self._solver = _core.Incremental(_library())
        self._clauses = self._variables = 0
        self._status = None
        self._assumptions, self._core = np.empty(0, np.int32), None
        self._timed, self._last, self._total = use_timer, 0.0, 0.0
        if bootstrap_with is not None:
            self.append_formula(bootstrap_with)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.delete()

    def _open(self):
        if self._solver is None:
            raise ValueError("the solver has been deleted")
        return self._solver

    def add_clause(self, clause, no_return=True):
        """Adds a clause: literals. An empty one cannot be satisfied."""
        self.append_formula([clause], no_return)

    def append_formula(self, formula, no_return=True):
        """Adds clauses: an iterable of them, as PySAT's ``CNF`` is, or an array of shape (clauses, length)."""
        solver = self._open()
        literals, count = _closed(formula)
        solver.add(literals)
        self._clauses += count
        self._variables = max(self._variables, _largest(literals))
        self._status = None

    def solve(self, assumptions=()):
        """True, False, or None after :meth:`interrupt`. Assumptions are literals that hold in this search alone."""
        solver = self._open()
        assumptions = _literals(assumptions)
        if not assumptions.all():
            raise ValueError("a literal is not 0")
        self._status = None
        started = time.process_time()
        try:
            found = solver.solve(assumptions)
        finally:
            self._last = time.process_time() - started
            self._total += self._last
        self._variables = max(self._variables, _largest(assumptions))
        self._assumptions, self._core = assumptions, None
        self._status = {10: True, 20: False}.get(found)
        return self._status

    def solve_limited(self, assumptions=(), expect_interrupt=False):
        """The same as :meth:`solve`, which :meth:`interrupt` always ends."""
        return self.solve(assumptions)

    def interrupt(self):
        """Ends the search, from any thread, and those after it until :meth:`clear_interrupt`."""
        self._open().interrupt()

    def clear_interrupt(self):
        """Permits searches again."""
        self._open().clear_interrupt()

    def get_status(self):
        """What the last search found: True, False or None; None after a clause is added."""
        return self._status

    def get_model(self):
        """A list of a literal per variable, up to the largest number, after True; else None."""
        return self._open().model(_checked_number(self._variables)) if self._status else None

    def get_core(self, minimal=False):
        """After False a list of assumptions that cannot hold together, else None.

        With ``minimal`` none of them can be left out, which takes a search per assumption of the core.
        """
        if self._status is not False:
            return None
        if self._core is None:
            self._core = list(dict.fromkeys(self._open().failed(self._assumptions)))
        core = self._core
        if not minimal:
            return list(core)
        asked = self._assumptions
        core_of_asked, needed = core, []
        while core:
            rest = core[:-1]
            found = self.solve(needed + rest)
            if found is None:
                return None
            if found:
                needed.append(core[-1])
                core = rest
            else:
                still = set(self._open().failed(self._assumptions))
                needed, core = [x for x in needed if x in still], [x for x in rest if x in still]
        kept = set(needed)
        self._core = [x for x in core_of_asked if x in kept]
        self._status, self._assumptions = False, asked
        return list(self._core)

    def enum_models(self, assumptions=()):
        """Yields all models. Each one is then excluded by a clause, which stays."""
        assumptions = list(assumptions)
        while self.solve(assumptions):
            model = self.get_model()
            self.add_clause([-literal for literal in model])
            yield model

    def time(self):
        """Processor time of the last search, in seconds; None without ``use_timer``."""
        return self._last if self._timed else None

    def time_accum(self):
        """Processor time of all searches, in seconds; None without ``use_timer``."""
        return self._total if self._timed else None

    def nof_clauses(self):
        """Number of clauses added."""
        return self._clauses

    def nof_vars(self):
        """The largest variable of a clause or an assumption."""
        return self._variables

    def supports_atmost(self):
        """False: constraints other than clauses are not supported."""
        return False

    def delete(self):
        """Frees the solver. Nothing but this may be called after."""
        self._solver = self._status = None
