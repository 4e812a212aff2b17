"""The shipped sample games, put into an archive that holds nothing yet."""

from archive.models import ImportBatch, Record
from archive.services import batches, importing, sample_games


def load() -> ImportBatch | None:
    """Import the sample games as any upload, but at once; None where there is a record already."""
    if Record.objects.exists():
        return None
    file = sample_games.FILE
    batch = batches.open_batch(uploads=[(file.name, [file.read_bytes()])], is_sample=True)
    return importing.import_batch(batch=batch)
