"""Quaterno."""

from archive.engines.quaterno.rules import ENGINE

__all__ = ["ENGINE"]
