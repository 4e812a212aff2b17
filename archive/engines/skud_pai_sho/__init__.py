"""Skud Pai Sho."""

from archive.engines.skud_pai_sho.rules import ENGINE

__all__ = ["ENGINE"]
