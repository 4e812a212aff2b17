"""By engine: the headers under which the laws are tried."""

SETUPS: dict[str, list[dict[str, str]]] = {
    "skud-pai-sho": [
        {},
        {"Options": "ancient-oasis"},
        {"Options": "no-wheels"},
        {"Options": "informal-start"},
        {"Options": "ancient-oasis double-accents special-flowers-bounce"},
        {"Options": "all-accents ignore-clashing no-alternative-win"},
        {"Options": "ancient-oasis informal-start no-wheels"},
        {"Rules": "2017-09"},
        {"Rules": "2017-02"},
        {"Rules": "2017-01", "Options": "no-wheels"},
    ],
}
