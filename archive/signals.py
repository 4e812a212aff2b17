"""The only bell that analysis may listen to."""

from django.dispatch import Signal

record_changed = Signal()
"""Records were stored, changed, hidden or deleted; or people or events that they name were merged or
renamed. Sent after commit with ``record_ids``: a list of ids, some of which may be gone. A record
that is still there has another revision than before."""
