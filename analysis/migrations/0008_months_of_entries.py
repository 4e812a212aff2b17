"""Entries of before 0007 learn their month from their dates, as `facts.month_of` tells it."""

from typing import Any

from django.db import migrations
from django.db.models import CharField, F
from django.db.models.functions import Cast, Substr

EARLIEST = Substr(Cast("date_earliest", CharField()), 1, 7)
LATEST = Substr(Cast("date_latest", CharField()), 1, 7)


def fill(apps: Any, _schema_editor: Any) -> None:
    entries = apps.get_model("analysis", "Entry").objects.filter(month="")
    known = entries.annotate(first=EARLIEST, last=LATEST).filter(first=F("last"))
    known.update(month=EARLIEST)


class Migration(migrations.Migration):
    dependencies = [("analysis", "0007_entry_month")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
