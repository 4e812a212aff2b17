"""`make bench`: measures, and prints one table. Nothing here is a test, and no test is timed."""
