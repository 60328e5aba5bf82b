"""The extension module: amorph.h with arrays. Private."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

class Context:
    def __init__(
        self,
        backend: int,
        device: int,
        threads: int,
        memory_limit: int,
        progress: Callable[[str, int, int], Any] | None,
    ) -> None: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...

class Result:
    @property
    def backend(self) -> str: ...
    @property
    def on_device(self) -> bool: ...
    @property
    def device(self) -> int: ...
    def figure(self, name: str) -> float: ...
    def integer(self, name: str) -> int: ...
    def array(self, name: str, bits_are_reals: bool = False, columns: int = 0) -> Any: ...
    def place(self, name: str) -> tuple[int, int, int]: ...

class Graph:
    def __init__(
        self, begin: NDArray[np.uint64], to: NDArray[np.uint32], weight: NDArray[Any] | None, undirected: bool
    ) -> None: ...
    @property
    def vertices(self) -> int: ...
    @property
    def arcs(self) -> int: ...
    def keep(self, context: Context, begin: int = 0, to: int = 0, weight: int = 0) -> None: ...
    def run(
        self,
        context: Context,
        algorithm: str,
        strategy: str | None,
        sources: int | NDArray[np.uint32] | None,
        target: int,
        options: dict[str, float],
        leave: bool,
        figures_only: bool,
    ) -> Result: ...

class Incremental:
    def __init__(self, library: str) -> None: ...
    def add(self, clauses: NDArray[np.int32]) -> None: ...
    def solve(self, assumptions: NDArray[np.int32]) -> int: ...
    def model(self, variables: int) -> list[int]: ...
    def failed(self, assumptions: NDArray[np.int32]) -> list[int]: ...
    def interrupt(self) -> None: ...
    def clear_interrupt(self) -> None: ...

class Mesh:
    @property
    def points(self) -> NDArray[np.float64]: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def neighbours(self) -> NDArray[np.uint32]: ...
    @property
    def segments(self) -> NDArray[np.uint32]: ...
    @property
    def regions(self) -> NDArray[np.float64] | None: ...
    @property
    def attributes(self) -> NDArray[np.float64] | None: ...

def version() -> str: ...
def library_file() -> str: ...
def algorithms() -> list[str]: ...
def rows_of_edges(
    vertices: int, tails: NDArray[np.uint32], heads: NDArray[np.uint32], both_ways: bool
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint64]]: ...
def queue_order(
    begin: NDArray[Any],
    to: NDArray[np.int32],
    back_begin: NDArray[Any] | None,
    back_to: NDArray[np.int32] | None,
    source: int,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
def symmetric(begin: NDArray[np.uint64], to: NDArray[np.uint32], weight: NDArray[Any]) -> bool: ...
def net_flows(
    begin: NDArray[np.int32] | NDArray[np.int64], to: NDArray[np.int32], flow: NDArray[np.int64]
) -> tuple[NDArray, NDArray[np.int32], NDArray[np.int32]]: ...
def component_numbers(label: NDArray[np.uint32]) -> NDArray[np.int32]: ...
def rows_of_arcs(
    begin: NDArray[Any], to: NDArray[np.int32], weight: NDArray[np.float64], arc: NDArray[np.uint64]
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.float64]]: ...
def real_distances(distance: NDArray[np.uint64]) -> NDArray[np.float64]: ...
def partition(
    context: Context,
    begin: NDArray[np.uint64],
    to: NDArray[np.uint32],
    vertex_weight: NDArray[np.int32] | None,
    vertex_size: NDArray[np.int32] | None,
    edge_weight: NDArray[np.int32] | None,
    parts: int,
    constraints: int,
    target: NDArray[np.float32] | None,
    imbalance: NDArray[np.float32] | None,
    recursive: bool,
    refinement: int,
    attempts: int,
    seed: int,
    preset: int,
    start: NDArray[np.int32] | None,
    move_cost: NDArray[np.int32] | None,
    hierarchy: NDArray[np.uint32] | None,
    distances: NDArray[np.int32] | None,
    fixed: NDArray[np.int32] | None,
    group: NDArray[np.int32] | None,
) -> tuple[NDArray[np.uint32], int, int, float, bool, int]: ...
def partition_hypergraph(
    context: Context,
    vertices: int,
    net_begin: NDArray[np.uint64],
    pins: NDArray[np.uint32],
    net_weight: NDArray[np.int32] | None,
    vertex_weight: NDArray[np.int32] | None,
    dimensions: int,
    parts: int,
    objective: int,
    imbalance: float,
    fixed: NDArray[np.int32] | None,
    start: NDArray[np.int32] | None,
    move_cost: NDArray[np.int32] | None,
    preset: int,
    runs: int,
    seed: int,
) -> tuple[NDArray[np.uint32], int, int, int, float, bool]: ...
def mesh_switches() -> tuple[str, str]: ...
def triangulate(
    context: Context,
    points: NDArray[np.float64],
    segments: NDArray[np.uint32] | None,
    holes: NDArray[np.float64] | None,
    regions: NDArray[np.float64] | None,
    attributes: NDArray[np.float64] | None,
    convex_hull: bool,
    min_angle: float,
    max_area: float,
    max_points: int,
    split: int,
    conforming: bool,
) -> Mesh: ...
def rebuild(
    context: Context,
    points: NDArray[np.float64],
    triangles: NDArray[np.uint32],
    segments: NDArray[np.uint32] | None,
    attributes: NDArray[np.float64] | None,
    regions: NDArray[np.float64] | None,
    areas: NDArray[np.float64] | None,
    min_angle: float,
    max_area: float,
    max_points: int,
    split: int,
    conforming: bool,
) -> Mesh: ...
def satisfy(
    context: Context,
    variables: int,
    begin: NDArray[np.uint64],
    literals: NDArray[np.int32],
    method: int,
    seed: int,
    max_flips: int,
    walkers: int,
    attempts: int,
    proof: str | None,
    proof_text: bool,
) -> tuple[int, NDArray[np.uint8]]: ...
