"""The registry of engines: the only place that names the games."""

from typing import Any

from archive.engines.base import Engine
from archive.engines.pai_chi import ENGINE as PAI_CHI
from archive.engines.quadtria import ENGINE as QUADTRIA
from archive.engines.quaterno import ENGINE as QUATERNO
from archive.engines.shifting_stones import ENGINE as SHIFTING_STONES
from archive.engines.skud_pai_sho import ENGINE as SKUD_PAI_SHO

# Each engine has its own state and move types; who takes one from the registry treats both as
# opaque, which is what Any says here.
AnyEngine = Engine[Any, Any]

_ALL: tuple[AnyEngine, ...] = (SKUD_PAI_SHO, QUATERNO, QUADTRIA, PAI_CHI, SHIFTING_STONES)
_ENGINES: dict[str, AnyEngine] = {engine.slug: engine for engine in _ALL}


def get(slug: str) -> AnyEngine | None:
    """The engine of a slug, or None."""
    return _ENGINES.get(slug)


def all_engines() -> tuple[AnyEngine, ...]:
    """Every engine, in the order of the site's menus."""
    return tuple(_ENGINES.values())


def recognise(token: str) -> AnyEngine | None:
    """The one engine that is sure of a record's first movetext token, or None."""
    sure = [engine for engine in _ENGINES.values() if engine.recognise(token)]
    return sure[0] if len(sure) == 1 else None
