"""Contexts: where and with what a run takes place."""

from __future__ import annotations

import threading

from . import _arrays, _core

_BACKENDS = {"auto": 0, "cpu": 1, "cuda": 2}


class Context(_core.Context):
    """A backend with its threads, streams and memory pools, which runs share.

    Parameters
    ----------
    backend : "auto", "cpu" or "cuda"
        "auto" estimates which is faster, the start of a device included.
    device : int
        Number of the CUDA device.
    threads : int
        CPU threads; 0: all.
    memory_limit : int
        Bytes that a run may take; 0: the machine's memory.
    progress : bool or callable
        True shows a bar (needs ``tqdm``). A callable is called as ``progress(phase, done, total)``; ``total`` is 0 if
        unknown. What it raises ends the run.

    A context may be used by several threads at once. Ctrl-C ends all runs of the context that the main thread runs in.

    >>> Context(backend="cpu", threads=1).backend
    'cpu'
    """

    def __init__(self, backend="auto", *, device=0, threads=0, memory_limit=0, progress=None):
        if backend not in _BACKENDS:
            raise ValueError(f"backend: expected 'auto', 'cpu' or 'cuda', found {backend!r}")
        if progress is True:
            progress = _bar()
        elif progress is False:
            progress = None
        elif progress is not None and not callable(progress):
            raise TypeError(f"progress: expected a bool or a callable, found {progress!r}")
        super().__init__(
            _BACKENDS[backend],
            _arrays.integer(device, "device", high=2**31 - 1),
            _arrays.integer(threads, "threads"),
            _arrays.integer(memory_limit, "memory_limit", high=2**64 - 1),
            progress,
        )
        self.backend = backend

    def __repr__(self):
        return f"amorph.Context(backend={self.backend!r})"


def _bar():
    from tqdm.auto import tqdm

    shown = {}

    def report(phase, done, total):
        bar = shown.get("bar")
        if bar is None or bar.desc != f"{phase}: ":
            if bar is not None:
                bar.close()
            bar = shown["bar"] = tqdm(desc=phase, total=total or None)
        bar.n = done
        bar.refresh()

    return report


_shared: dict[str, Context] = {}
_lock = threading.Lock()


def shared_context(backend="auto"):
    """The context of that backend which calls without a context share."""
    context = _shared.get(backend)
    if context is None:
        with _lock:
            context = _shared.get(backend)
            if context is None:
                context = _shared[backend] = Context(backend)
    return context


def chosen(context, backend):
    """The context of a call: the one given, or the shared one of the backend."""
    if context is None:
        return shared_context(backend or "auto")
    if not isinstance(context, Context):
        raise TypeError(f"context: expected an amorph.Context, found {type(context).__name__}")
    if backend is not None and backend != context.backend:
        raise ValueError(f"expected a context or a backend, found both: {context!r}, {backend!r}")
    return context
