"""amorph.meshpy under the name of meshpy.triangle."""

from amorph.meshpy import *  # noqa: F403
