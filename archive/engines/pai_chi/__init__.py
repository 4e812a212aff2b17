"""Pai Chi."""

from archive.engines.pai_chi.rules import ENGINE

__all__ = ["ENGINE"]
