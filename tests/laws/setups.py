"""By engine: the headers under which the laws are tried."""

_SOLO_DECK = (
    "1=S:1 2=F:1 3=H/.:1 4=./T:1 5=E:1 6=B:1 7=M:1 8=O:1 9=HH:2 10=TE:2 11=F/B:2 12=OO:2 "
    "13=HHH:3 14=ETE:3 15=T/E/T:3 16=HHO/ETE/...:5"
)
_DECK = f"{_SOLO_DECK} 17=E:1 18=H:1 19=T:1 20=F:1 21=B:1 22=O:1 23=.M:1 24=S.:1 25=.../.T.:2"
_STONES = "SFB/HHO/ETT"


def _stones(players: int, hands: str = "") -> dict[str, str]:
    """The tags of a game of so many players, with invented cards."""
    names = {f"Player{number}": "?" for number in range(1, players + 1)}
    cards = _SOLO_DECK if players == 1 else _DECK
    dealt = {"Hands": hands} if hands else {}
    return names | {"Stones": _STONES, "Cards": cards} | dealt


SHIFTING_STONES: list[dict[str, str]] = [
    _stones(1, "1,2,3,9"),
    _stones(1),
    _stones(2, "1,2,3,4 5,6,7,8"),
    _stones(3),
    _stones(5, "1,2,3,4 5,6,7,8 9,10,11,12 13,14,15,16 17,18,19,20"),
]

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
        {"Options": "original-benders"},
        {"Options": "ancient-oasis informal-start original-benders special-flowers-bounce"},
        {"Options": "all-accents no-wheels original-benders"},
    ],
    "quaterno": [
        {},
        {"Setup": "size=9"},
        {"Setup": "size=13 guest-sun=(0,0) guest-moon=(1,1) host-moon=(0,3)"},
    ],
    "quadtria": [{}, {"Options": "boards=1"}, {"Options": "boards=1 move-limit=30"}],
    "pai-chi": [{}],
    "shifting-stones": SHIFTING_STONES,
}
