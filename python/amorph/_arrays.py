"""Arrays of callers in the types that the library reads, without a copy if the type fits."""

from __future__ import annotations

import operator

import numpy as np


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


def exact(values):
    """The weights as int32, int64 or float32 of the same values, or None if there is no such type."""
    a = np.ascontiguousarray(host(values))
    if a.dtype in (np.int32, np.int64, np.float32):
        return a
    if a.dtype.kind == "b" or a.dtype.kind in "iu" and a.dtype.itemsize < 4:
        return a.astype(np.int32)
    if a.dtype.kind == "u":
        return a.astype(np.int64) if a.size == 0 or a.max() <= np.iinfo(np.int64).max else None
    if a.dtype.kind != "f":
        return None
    if a.size == 0:
        return a.astype(np.int32)
    with np.errstate(invalid="ignore", over="ignore"):
        integers = a.astype(np.int32)
        if np.array_equal(integers, a):
            return integers
        integers = a.astype(np.int64)
        if np.abs(a).max() < 2.0**53 and np.array_equal(integers, a):
            return integers
        reals = a.astype(np.float32)
        return reals if np.array_equal(reals, a) else None


def weights(values, name="weights"):
    """As exact(), but what needs more than a float32 is rounded to it."""
    a = host(values)
    if a.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, found shape {a.shape}")
    found = exact(a)
    if found is not None:
        return found
    if a.dtype.kind not in "iuf":
        raise TypeError(f"{name}: expected numbers, found {a.dtype}")
    return np.ascontiguousarray(a, dtype=np.float32)


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
