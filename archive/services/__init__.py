"""Writes: keyword-only, atomic, each returns what it made."""
