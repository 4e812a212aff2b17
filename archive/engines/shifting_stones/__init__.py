"""Shifting Stones."""

from archive.engines.shifting_stones.rules import ENGINE

__all__ = ["ENGINE"]
