"""The tests try Amorph on small graphs, too, which the drop-ins leave to SciPy and NetworkX."""

import importlib

import pytest


@pytest.fixture(autouse=True)
def small_graphs_are_not_left(monkeypatch):
    for name, needed in (("csgraph", "scipy"), ("networkx", "networkx")):
        try:
            importlib.import_module(needed)
        except ImportError:
            continue
        monkeypatch.setattr(importlib.import_module(f"amorph.{name}"), "_leaves_small", False)
