"""Exceptions: one class per status of the C interface, with its message."""


class Error(Exception):
    """Base class of what Amorph reports."""


class BadInputError(Error, ValueError):
    """An argument, an option or an array that the algorithm refuses."""


class OutOfMemoryError(Error, MemoryError):
    """Out of memory of the host or the device, or beyond ``memory_limit``."""


class NoDeviceError(Error, RuntimeError):
    """``backend="cuda"`` without a CUDA device, driver or module."""


class InterruptedError(Error):
    """The run was stopped by :meth:`Context.stop`."""


class InternalError(Error, RuntimeError):
    """A defect of Amorph or of the driver."""
