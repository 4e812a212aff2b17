"""Static files that come with a Python package: the script that draws Plotly's charts."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

PREFIX: Final = "plotly"
SCRIPT: Final = "plotly.min.js"


class PlotlyFinder(BaseFinder):
    """Finds `plotly/plotly.min.js` in the package that is installed, and nothing else of it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        found = find_spec("plotly")
        folders = list(found.submodule_search_locations or ()) if found else []
        self.folder = Path(folders[0], "package_data") if folders else None

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:  # noqa: FBT001, FBT002 -- Django's own signature
        found = str(self.folder / SCRIPT) if self.folder and path == f"{PREFIX}/{SCRIPT}" else None
        if find_all:
            return [found] if found else []
        return found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:  # noqa: ARG002 -- as above
        if self.folder is not None:
            storage = FileSystemStorage(location=self.folder)
            storage.prefix = PREFIX  # type: ignore[attr-defined]  # where Django collects to
            yield SCRIPT, storage
