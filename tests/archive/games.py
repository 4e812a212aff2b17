"""Short records for tests of importing: legal, illegal, repeated."""

from collections.abc import Iterable

MOVES = (
    "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-1,-6) 2H.(0,8)-(1,6) 3G.R5(0,-8) *"
)
ILLEGAL_MOVES = "0H.W,K,W,R 0G.K,R,R,B 1G.R5(0,-8) 1H.R5(0,8) 2G.(0,-8)-(-7,-6) *"


def game(host: str, guest: str = "Guest of all", *, moves: str = MOVES, **tags: str) -> str:
    """One record in TGR, with a blank line at its end."""
    given = {"Game": "skud-pai-sho", "Host": host, "Guest": guest, **tags}
    lines = [f'[{name} "{value}"]\n' for name, value in given.items()]
    return f"{''.join(lines)}\n{moves}\n\n"


def mixed_games(count: int) -> str:
    """Many records: every tenth repeats one far before it, every twentieth is illegal."""
    return "".join(_mixed(number) for number in range(count))


def _mixed(number: int) -> str:
    if number % 20 == 7:
        return game(f"Player {number}", moves=ILLEGAL_MOVES)
    if number % 10 == 4:
        return game(f"Player {number * 3 // 4}", Event=f"Told again {number}")
    return game(f"Player {number}", Event=f"Event {number % 5}")


def upload(name: str, text: str) -> tuple[str, Iterable[bytes]]:
    return name, [text.encode()]
