"""What the database knows of its tables, by which it chooses how to read them.

PostgreSQL looks at tables that have grown by itself, a minute or so later; SQLite never does. Until
then they are read as if they were small. So whoever has filled an index lets the database look.
"""

from typing import Final

from django.apps import apps
from django.conf import settings
from django.db import connection

from analysis.models import Generation, JobRun
from analysis.services import runs

NAME: Final = "plan"
GROWTH: Final = 1.5
"""When an index has grown so many times, the database looks again."""
SQLITE_ROWS: Final = 1_000
"""So many rows of each of its indexes SQLite looks at."""


def refresh(*, generation_id: int, is_new: bool = False) -> bool:
    """Let the database look at its tables, if this index has grown much since it did; whether it has
    looked. ``is_new``: in any case. Belongs in no transaction."""
    generation = Generation.objects.filter(pk=generation_id).defer("counters").first()
    if generation is None or generation.games < settings.PLAN_GAMES:
        return False
    ended = JobRun.objects.filter(name=NAME, game=generation.game, failure="")
    last = ended.filter(finished__isnull=False).first()
    if last is not None and not is_new and generation.games < GROWTH * last.done:
        return False
    with runs.noted(NAME, game=generation.game) as run:
        look()
        run.done = generation.games
    return True


def look() -> None:
    """Let the database look at the tables of the index; SQLite looks at all, as that is quick."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit = {SQLITE_ROWS}")
            cursor.execute("ANALYZE")
        elif connection.vendor == "postgresql":
            # A table that autovacuum is at just now is left to it.
            cursor.execute(f"ANALYZE (SKIP_LOCKED) {', '.join(_tables())}")


def _tables() -> list[str]:
    models = apps.get_app_config("analysis").get_models()
    return [connection.ops.quote_name(model._meta.db_table) for model in models]  # noqa: SLF001 (Django's public name)
