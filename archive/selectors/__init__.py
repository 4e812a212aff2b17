"""Reads: query sets and small values for pages; nothing here writes."""
