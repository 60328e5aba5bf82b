"""Arrays of callers in the types that the library reads, without a copy if the type fits."""

from __future__ import annotations

import operator

import numpy as np

from . import _core


def is_device_array(values):
    """Whether the array is in CUDA memory."""
    if hasattr(values, "__cuda_array_interface__"):
        return True
    place = getattr(values, "__dlpack_device__", None)
    return place is not None and not isinstance(values, np.ndarray) and place()[0] in (2, 13)


def device_address(values, dtype):
    """Address of a contiguous CUDA array of that type (signed or unsigned), or 0."""
    if not hasattr(values, "__cuda_array_interface__"):
        return 0
    place = values.__cuda_array_interface__
    kept = np.dtype(place["typestr"])
    fits = kept.itemsize == dtype.itemsize and (kept.kind in "iu") == (dtype.kind in "iu")
    return place["data"][0] if fits and place.get("strides") is None else 0


def host(values):
    """The array as NumPy's: a view if it is in host memory, else a copy."""
    if isinstance(values, np.ndarray):
        return values
    if is_device_array(values):
        for method in ("get", "cpu"):  # CuPy; PyTorch
            if hasattr(values, method):
                return np.asarray(getattr(values, method)())
        return np.from_dlpack(values, device="cpu")
    if (
        hasattr(values, "__dlpack__")
        and not hasattr(values, "__array__")
        and not hasattr(values, "__array_interface__")
    ):
        return np.from_dlpack(values)
    return np.asarray(values)


def unsigned(values, bits, name):
    """One-dimensional, contiguous, of unsigned integers; signed ones of the same size are read as they are."""
    a = host(values)
    if a.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, found shape {a.shape}")
    if a.size == 0 and a.dtype.kind == "f":
        a = a.astype(np.int64)
    if a.dtype.kind not in "iub":
        raise TypeError(f"{name}: expected integers, found {a.dtype}")
    wanted = np.dtype(f"u{bits // 8}")
    a = np.ascontiguousarray(a)
    if a.dtype.kind != "b" and a.dtype.itemsize == wanted.itemsize:
        return a.view(wanted)
    if a.size and (a.min() < 0 or a.dtype.itemsize > wanted.itemsize and a.max() > np.iinfo(wanted).max):
        raise ValueError(f"{name}: expected integers 0 .. {np.iinfo(wanted).max}, found {a.min()} .. {a.max()}")
    return a.astype(wanted)


def signed(values, name):
    """Contiguous, of int32; integers of other types are converted if they fit. None stays None."""
    if values is None:
        return None
    a = host(values)
    if a.size == 0:
        return np.ascontiguousarray(a, np.int32)
    if a.dtype.kind not in "iub":
        raise TypeError(f"{name}: expected integers, found {a.dtype}")
    if a.dtype.kind != "b" and not (-(2**31) <= a.min() and a.max() < 2**31):
        raise ValueError(f"{name}: expected integers {-(2**31)} .. {2**31 - 1}, found {a.min()} .. {a.max()}")
    return np.ascontiguousarray(a, np.int32)


def integer(value, name, low=0, high=2**32 - 1):
    """An integer between the two."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {value!r}") from None
    if not low <= found <= high:
        raise ValueError(f"{name}: expected {low} .. {high}, found {found}")
    return found


PRESETS = ("default", "fast", "quality")  # partitioner/common/presets.hpp


def choice(name, value, choices):
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, found {value!r}")
    return choices.index(value)


def real(value, name):
    """A real number."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected a number, found {value!r}")
    return float(value)


def _in_type(a, dtype):
    """The array in that type, or None if a value changes. Those that change mostly show it at the start."""
    for part in (a[:1000], a):
        found = part.astype(dtype)
        if not np.array_equal(found, part):
            return None
    return found


def whole(a):
    """Real numbers that are all integers, as int64; or None."""
    if a.dtype.kind != "f":
        return None
    with np.errstate(invalid="ignore"):
        return _in_type(a, np.int64)


def reals(values, vertices):
    """Weights whose sums along paths are those of doubles: int32, int64 or float32 if possible, else float64."""
    a = np.ascontiguousarray(host(values))
    if a.dtype == np.float32:
        return a
    if a.size == 0:
        return a.astype(np.int32)
    exact_sums = max(abs(float(a.min())), abs(float(a.max()))) * max(vertices, 1) <= 2.0**53
    if a.dtype in (np.int32, np.int64) and exact_sums:
        return a
    a = a.astype(np.float64, copy=False)
    with np.errstate(invalid="ignore", over="ignore"):
        for dtype in (np.int32, np.int64, np.float32)[0 if exact_sums else 2 :]:
            found = _in_type(a, dtype)
            if found is not None:
                return found
    return a


def weights(values, vertices, name="weights"):
    """One-dimensional weights in a type that the library reads: integers as int32 or int64, others as of reals()."""
    a = host(values)
    if a.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, found shape {a.shape}")
    if a.dtype.kind not in "biuf":
        raise TypeError(f"{name}: expected numbers, found {a.dtype}")
    if a.dtype.kind == "f":
        return reals(a, vertices)
    if a.dtype in (np.int32, np.int64):
        return np.ascontiguousarray(a)
    if a.size and a.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{name}: expected integers up to {np.iinfo(np.int64).max}, found {a.max()}")
    return a.astype(np.int32 if a.dtype.itemsize < 4 else np.int64)


def rows(vertices, tails, heads, both_ways=False):
    """Offsets and heads of edges in compressed rows, in the order given within a row, and the edge of each arc."""
    ends = unsigned(tails, 32, "tails"), unsigned(heads, 32, "heads")
    return _core.rows_of_edges(integer(vertices, "vertices"), *ends, bool(both_ways))


def rows_of_matrix(matrix):
    """Offsets, heads and values of a square sparse matrix: an arc for each stored entry."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"expected a square matrix, found shape {matrix.shape}")
    if matrix.format != "coo":
        csr = matrix.tocsr()
        return csr.indptr, csr.indices, csr.data
    indptr, indices, entry = rows(matrix.shape[0], matrix.row, matrix.col)  # tocsr() would add duplicates up
    return indptr, indices, matrix.data[entry]


class DeviceArray:
    """A part of an answer in the memory of a CUDA device: for CuPy, PyTorch, JAX and others, without a copy.

    It has ``__cuda_array_interface__``, ``__dlpack__`` and the attributes ``shape`` and ``dtype``; it keeps the answer
    alive.
    """

    def __init__(self, result, name, shape, bits_are_reals):
        self._result, self._name, self._reals = result, name, bits_are_reals
        address, count, kind = result.place(name)
        self.dtype = np.dtype(np.float64 if bits_are_reals else ("u4", "u8", "f8", "i8", "u1")[kind])
        self.shape = (count,) if shape is None else shape
        self._address = address

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address, False),  # PyTorch refuses arrays that are read-only
            "version": 3,
            "strides": None,
        }

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        # The answer is complete on every stream; a capsule without a version serves readers of any.
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("expected a consumer that reads the array where it is")
        return self._result.array(self._name, self._reals, 0 if len(self.shape) == 1 else self.shape[1])

    def __dlpack_device__(self):
        return (2, self._result.device)  # kDLCUDA
