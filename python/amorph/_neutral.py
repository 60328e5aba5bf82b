"""Gambit's neutral files (.neu) of triangular meshes, for :mod:`amorph.meshpy`."""

from __future__ import annotations

import time

import numpy as np

_TRIANGLE = 3  # the format's number of that element type
_SECTION = "ENDOFSECTION\n"


def write(file, points, elements, faces, face_markers, conditions, periodicity, description):
    """Writes the sections of a mesh to a text file.

    ``faces`` (e, 2) and ``face_markers`` (e), or None: then there are no boundary conditions. ``conditions``: (name,
    code) by marker, or by frozenset of markers. ``periodicity``: (marker, periods), or None.
    """
    boundaries = [(markers, *named) for markers, named in conditions.items()]
    if periodicity is not None:
        marker, periods = periodicity
        boundaries.append((marker, "periodic" + " ".join(repr(p) for p in periods), 0))
    _header(file, len(points), len(elements), len(boundaries), description)
    file.write("NODAL COORDINATES 2.1.2\n")
    file.writelines(f"{i:>10d} {x!r} {y!r}\n" for i, (x, y) in enumerate(points.tolist(), 1))
    file.write(_SECTION + "ELEMENTS/CELLS 2.1.2\n")
    for i, corners in enumerate((elements + 1).tolist(), 1):
        file.write(f"{i:>8d}{_TRIANGLE:>3d}{len(corners):>3d} " + "".join(f"{v:>8d}" for v in corners) + "\n")
    file.write(_SECTION)
    _group(file, len(elements))
    if faces is None:
        return
    sides = _sides(points, elements, faces)
    for markers, name, code in boundaries:
        chosen = np.isin(face_markers, list(markers) if isinstance(markers, frozenset) else [markers])
        if chosen.any():
            _boundary(file, name, code, sides[chosen])


def _header(file, points, elements, boundaries, description):
    file.write("CONTROL INFO 2.1.2\n** GAMBIT NEUTRAL FILE\n")
    file.write(f"{description}\nPROGRAM: Amorph\n{time.ctime()}\n")
    counts = {"NUMNP": points, "NELEM": elements, "NGRPS": 1, "NBSETS": boundaries, "NDFCD": 2, "NDFVL": 2}
    file.write("".join(f"{name:>10}" for name in counts) + "\n")
    file.write("".join(f"{count:>10d}" for count in counts.values()) + "\n" + _SECTION)


def _group(file, elements):
    """All elements, of material 1."""
    file.write(f"ELEMENT GROUP 2.1.2\nGROUP:{1:>11d} ELEMENTS:{elements:>11d} MATERIAL:{1:>11d} NFLAGS:{1:>11d}\n")
    file.write(f"{'mesh':>32}\n{0:>8d}\n")
    for first in range(1, elements + 1, 10):
        file.write("".join(f"{i:>8d}" for i in range(first, min(first + 10, elements + 1))) + "\n")
    file.write(_SECTION)


def _sides(points, elements, faces):
    """The first element at each face, and which of its sides that is; both count from 1. Side i follows corner i."""

    def keys(ends):
        ends = np.sort(ends, axis=-1).astype(np.uint64)
        return ends[..., 0] * np.uint64(len(points)) + ends[..., 1]

    all_sides = keys(elements[:, [[0, 1], [1, 2], [2, 0]]]).ravel()
    order = np.argsort(all_sides, kind="stable")
    found = order[np.searchsorted(all_sides, keys(faces), sorter=order)]
    return np.stack([found // 3 + 1, found % 3 + 1], axis=1)


def _boundary(file, name, code, sides):
    file.write(f"BOUNDARY CONDITIONS 2.1.2\n{name:>32}{1:>8d}{len(sides):>8d}{0:>8d}{code:>8d}\n")
    file.writelines(f"{element:>10d}{_TRIANGLE:>5d}{side:>5d}\n" for element, side in sides.tolist())
    file.write(_SECTION)
