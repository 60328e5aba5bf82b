"""amorph.metis under pymetis's name, for pymetis's own tests."""

from amorph.metis import *  # noqa: F403
