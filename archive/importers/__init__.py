"""Bytes of any source to parsed records: `split` cuts, `parse` reads, `read_records` does both."""
