"""A pytest plugin: scipy.sparse.csgraph has amorph.csgraph's functions, so that SciPy's own tests try these."""

import amorph.csgraph
import scipy.sparse.csgraph

# SciPy leaves open which of several equal answers is returned; these tests expect the one that it computes.
EXCLUDED = {
    "test_int64_indices_directed": "the numbers of strong components",
    "test_example_from_clrs_chapter_26_1": "which of several maximum flows",
    "test_predecessors": "which of several shortest paths",
}

amorph.csgraph._leaves_small = False
for name in amorph.csgraph.__all__:
    setattr(scipy.sparse.csgraph, name, getattr(amorph.csgraph, name))


def pytest_collection_modifyitems(config, items):
    excluded = [item for item in items if item.originalname in EXCLUDED]
    for item in excluded:
        print(f"excluded: {item.name}: {EXCLUDED[item.originalname]}")
    items[:] = [item for item in items if item.originalname not in EXCLUDED]
    config.hook.pytest_deselected(items=excluded)
