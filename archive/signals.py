"""The only bell that analysis may listen to."""

from django.dispatch import Signal

record_changed = Signal()
"""Records were stored, changed or withdrawn. Sent after commit, once for each transaction, with
``record_ids``: a list of ids, some of which may be gone."""
