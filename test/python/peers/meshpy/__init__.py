"""amorph.meshpy under meshpy's name, for meshpy's own tests and examples; the rest of meshpy is the installed one."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
