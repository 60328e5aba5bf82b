"""Formulas, and the solver object that is asked repeatedly."""

import inspect
import itertools
import os
import random
import signal
import threading

import numpy as np
import pytest
from amorph import sat


def holds(clauses, model):
    return all(any(model[abs(x) - 1] == x for x in clause) for clause in clauses)


def test_formulas_against_all_assignments():
    rng = np.random.default_rng(3)
    verdicts = set()
    for clauses_count in (20, 30, 40):
        clauses = [
            [int(v) * int(s) for v, s in zip(rng.permutation(8)[:3] + 1, rng.choice([-1, 1], 3))]
            for _ in range(clauses_count)
        ]
        possible = any(
            holds(clauses, [v if b else -v for v, b in enumerate(bits, 1)])
            for bits in itertools.product([0, 1], repeat=8)
        )
        verdict, model = sat.solve(clauses)
        verdicts.add(verdict)
        assert verdict == possible and (not verdict or holds(clauses, model))
        assert sat.solve(np.array(clauses))[0] == possible
    with pytest.raises(ValueError, match="literal"):
        sat.solve([[0]])


def test_methods_and_proofs(tmp_path):
    pigeons = [[3 * p + h for h in (1, 2, 3)] for p in range(4)]
    pigeons += [[-(3 * p + h), -(3 * q + h)] for h in (1, 2, 3) for p in range(4) for q in range(p)]
    proof = tmp_path / "p.drat"
    for method in ("complete", "hybrid"):
        assert sat.solve(pigeons, method=method, proof=proof, proof_format="text") == (False, None)
        assert [line for line in proof.read_text().splitlines() if line[0] != "d"][-1] == "0"
        proof.unlink()
        verdict, model = sat.solve(pigeons[1:], method=method, walkers=3, attempts=2, proof=proof)
        assert verdict and holds(pigeons[1:], model) and not proof.exists()
    with pytest.raises(ValueError, match="expected binary or text"):
        sat.solve(pigeons, proof=proof, proof_format="lrat")


def models(clauses, assumptions, variables):
    """All models, by trying every assignment."""
    signs = itertools.product([-1, 1], repeat=variables)
    found = ([v * s for v, s in enumerate(row, 1)] for row in signs)
    return [m for m in found if holds(clauses, m) and all(m[abs(a) - 1] == a for a in assumptions)]


def test_solver_is_incremental():
    rng = random.Random(5)
    verdicts = []
    for variables in (5, 6, 7):
        clauses = []
        with sat.Solver() as solver:
            solver.add_clause([variables, -variables])
            for _ in range(12):
                more = [[v * rng.choice([1, -1]) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(4)]
                solver.append_formula(more)
                clauses += more
                chosen = rng.sample(range(1, variables + 1), rng.randrange(variables))
                assumptions = [v * rng.choice([1, -1]) for v in chosen]
                assumptions += assumptions[:2]
                possible = models(clauses, assumptions, variables)
                verdict = solver.solve(assumptions=assumptions)
                verdicts.append((verdict, bool(models(clauses, [], variables))))
                assert verdict == bool(possible) == solver.get_status()
                if verdict:
                    assert solver.get_model() in possible and solver.get_core() is None
                    continue
                core = solver.get_core()
                assert solver.get_model() is None and set(core) <= set(assumptions)
                assert not models(clauses, core, variables)
                core = solver.get_core(minimal=True)
                assert not models(clauses, core, variables) and len(core) == len(set(core))
                assert all(models(clauses, [b for b in core if b != a], variables) for a in core)
                assert solver.get_core() == core == solver.get_core(minimal=True)
            assert solver.nof_clauses() == 49 and solver.nof_vars() == variables
    assert {(True, True), (False, True), (False, False)} == set(verdicts)


def test_all_models_and_arrays():
    clauses = np.array([[1, 2, 3], [-1, -2, -3]])
    found = sat.Solver(bootstrap_with=clauses).enum_models(assumptions=[1])
    assert sorted(found) == sorted(models(clauses, [1], 3)) and sat.Solver().solve() is True
    assert sat.Solver(bootstrap_with=[[]]).solve() is False


def test_faults_of_the_solver():
    solver = sat.Solver(bootstrap_with=[[1]])
    for bad in (
        lambda: solver.add_clause([1, 0]),
        lambda: solver.solve([0]),
        lambda: solver.solve([-(2**31)]),
        lambda: solver.add_clause([2**31]),
        lambda: solver.solve([2**63]),
        lambda: sat.solve([[2**31]]),
    ):
        with pytest.raises(ValueError, match="literal"):
            bad()
    for bad in ([1.5], np.array([[1.5]])):
        with pytest.raises(TypeError):
            solver.append_formula([bad] if isinstance(bad, list) else bad)
    assert solver.solve() and solver.nof_clauses() == 1 and solver.time() is None
    solver.delete()
    with pytest.raises(ValueError, match="deleted"):
        solver.solve()


def pigeons(count):
    """One more pigeon than holes: hard for clause learning."""
    at = np.arange(1, (count + 1) * count + 1).reshape(count + 1, count)
    pairs = itertools.combinations(range(count + 1), 2)
    return [row.tolist() for row in at] + [[-int(x), -int(y)] for p, q in pairs for x, y in zip(at[p], at[q])]


def test_a_search_is_interrupted():
    solver = sat.Solver(bootstrap_with=pigeons(14), use_timer=True)
    solver.interrupt()
    assert solver.solve_limited(expect_interrupt=True) is None and solver.get_status() is None
    solver.clear_interrupt()
    assert solver.solve(assumptions=[1, 15]) is False  # two pigeons in one hole
    assert solver.time_accum() >= solver.time() >= 0


def test_ctrl_c_ends_a_search_and_the_solver_goes_on():
    solver = sat.Solver(bootstrap_with=pigeons(14))
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve()
    timer.join()
    assert solver.solve(assumptions=[1, 15]) is False and set(solver.get_core()) == {1, 15}


def test_one_thread_at_a_time():
    solver, verdicts = sat.Solver(bootstrap_with=pigeons(14)), []
    thread = threading.Thread(target=lambda: verdicts.append(solver.solve()))
    thread.start()
    with pytest.raises(RuntimeError, match="another thread"):
        while thread.is_alive():
            solver.append_formula([])
    solver.interrupt()
    thread.join()
    assert verdicts == [None]


def test_pysats_programs_run_on_the_solver(monkeypatch):
    rc2, formula = pytest.importorskip("pysat.examples.rc2"), pytest.importorskip("pysat.formula")
    rng = random.Random(4)
    for _ in range(3):
        wanted = formula.WCNF()
        for i in range(150):
            clause = [v * rng.choice([1, -1]) for v in rng.sample(range(1, 21), 3)]
            wanted.append(clause, weight=rng.randint(1, 5) if i % 3 else None)
        costs = set()
        for solver in (rc2.Solver, sat.Solver):
            monkeypatch.setattr(rc2, "Solver", solver)
            with rc2.RC2(wanted) as search:
                assert search.compute() is not None
                costs.add(search.cost)
        assert len(costs) == 1 and 0 not in costs


def test_the_methods_are_pysats():
    pysat = pytest.importorskip("pysat.solvers")
    ours = {name for name in vars(sat.Solver) if not name.startswith("_")}
    assert ours <= {name for name, _ in inspect.getmembers(pysat.Solver)}
