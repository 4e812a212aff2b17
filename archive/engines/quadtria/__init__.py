"""Quadtria, on two boards or on one."""

from archive.engines.quadtria.rules import ENGINE

__all__ = ["ENGINE"]
