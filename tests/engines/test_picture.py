"""The picture of Skud Pai Sho: what a scene says of a position, against positions known elsewhere."""

import gzip
import json
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from archive.engines.base import Setup
from archive.engines.core import play_turn
from archive.engines.scene import Link, Scene, mark_attempt
from archive.engines.skud_pai_sho import ENGINE, picture
from archive.engines.skud_pai_sho.artwork import ARTWORK
from archive.engines.skud_pai_sho.state import State

OPENING = "0H.R,W,K,B; 0G.R,W,K,B; 1G.R3(0,-8); 1H.R3(0,8); 2G.(0,-8)-(1,-6)"


class Shown(NamedTuple):
    """A turn's body with the scene after it."""

    body: str
    scene: Scene
    state: State


def play(moves: str, *options: str) -> list[Shown]:
    """The scene after each turn of a line of moves."""
    state = ENGINE.start(Setup(2, "2022", tuple((name, "") for name in sorted(options))))
    shown = []
    for token in moves.split(";"):
        body = token.strip().split(".", 1)[1]
        turn = play_turn(ENGINE, state, body)
        last = tuple(zip(turn.states, turn.moves, strict=False))
        state = turn.states[-1]
        shown.append(Shown(body, ENGINE.scene(state, last), state))
    return shown


@cache
def records(conformance: Path, name: str) -> tuple[dict[str, Any], ...]:
    with gzip.open(conformance / "skud" / f"{name}.jsonl.gz", "rt") as lines:
        return tuple(map(json.loads, lines))


@cache
def _played(notation: str, expansion: str | None) -> list[Shown]:
    return play(notation, *filter(None, [expansion]))


def replayed(record: dict[str, Any]) -> list[Shown]:
    return _played(record["notation"], record["expansion"])


def drawn(scene: Scene) -> str:
    """The board text that the drawn pieces make."""
    return " ".join(
        f"{piece.at[0]:g},{piece.at[1]:g}:{'HG'[piece.owner]}{piece.glyph}"
        for piece in scene.boards[0].pieces
    )


def test_the_near_seat_is_the_one_that_begins_at_the_lower_gate() -> None:
    scene = play(OPENING)[-2].scene
    pieces = {piece.at[1]: piece.owner for piece in scene.boards[0].pieces}
    assert scene.near == pieces[-8]


def marks(scene: Scene) -> set[tuple[str, tuple[float, float]]]:
    return {(mark.role, mark.at) for mark in scene.boards[0].marks}


def links(scene: Scene, *roles: str) -> list[Link]:
    return [link for link in scene.boards[0].links if link.role in roles]


def way(link: Link) -> tuple[Any, Any]:
    return link.start, link.end


def lost(scene: Scene) -> int:
    return sum(item.count for tray in scene.trays if tray.role == "captured" for item in tray.items)


# the ground


def test_the_ground_has_249_points_and_four_gates_on_the_midlines() -> None:
    board = play(OPENING)[0].scene.boards[0]
    assert len(set(board.points)) == 249
    gates = [area for area in board.areas if area.role == "gate"]
    middles = {
        tuple(sum(corner[axis] for corner in gate.outline) / 4 for axis in range(2))
        for gate in gates
    }
    assert middles == {(0, 8), (0, -8), (8, 0), (-8, 0)}


def test_red_gardens_lie_where_x_and_y_have_one_sign() -> None:
    board = play(OPENING)[0].scene.boards[0]
    reds = [area.outline for area in board.areas if area.role == "red"]
    assert len(reds) == 2
    assert all(x * y == 0 for outline in reds for x, y in outline)
    assert {sum(x for x, _ in outline) * sum(y for _, y in outline) > 0 for outline in reds} == {
        True
    }


# real games


@pytest.mark.parametrize("name", ["games", "oasis"])
def test_the_pieces_are_the_board_of_every_known_ply(conformance: Path, name: str) -> None:
    compared = 0
    for record in islice(records(conformance, name), 25):
        for shown, ply in zip(replayed(record)[2:], record["plies"], strict=True):
            if "board" in ply:
                assert drawn(shown.scene) == ply["board"], (record["id"], ply["move"])
                compared += 1
    assert compared > 300


@pytest.mark.parametrize("name", ["games", "oasis"])
def test_the_harmony_lines_are_as_many_as_the_harmonies(conformance: Path, name: str) -> None:
    most = 0
    for record in islice(records(conformance, name), 25):
        for shown, ply in zip(replayed(record)[2:], record["plies"], strict=True):
            counts = Counter(link.owner for link in links(shown.scene, "harmony", "ring"))
            assert counts[0] == ply["harmonies_host"], (record["id"], ply["move"])
            assert counts[1] == ply["harmonies_guest"], (record["id"], ply["move"])
            most = max(most, counts.total())
    assert most > 10


def test_a_won_ring_is_drawn_as_one_closed_chain_of_the_winner(conformance: Path) -> None:
    won = [
        record
        for record in records(conformance, "games")
        if record["win_by"] == "ring" and record["winner"] in {"host", "guest"}
    ]
    for record in won[:20]:
        scene = replayed(record)[-1].scene
        ring = links(scene, "ring")
        ends = Counter(end for link in ring for end in way(link))
        assert len(ring) >= 4
        assert set(ends.values()) == {2}
        owner = ("host", "guest").index(record["winner"])
        assert {link.owner for link in ring} == {owner}
        assert scene.captions == (f"{('Host', 'Guest')[owner]} wins with a Harmony Ring.",)
        assert scene.turn == -1


@pytest.mark.parametrize("name", ["games", "oasis"])
def test_no_tile_is_lost_from_sight(conformance: Path, name: str) -> None:
    """Each player's tiles stand on the board, lie in the hand, or among the lost ones."""
    for record in islice(records(conformance, name), 25):
        for shown in replayed(record)[2:]:
            scene = shown.scene
            for seat in range(2):
                trays = [tray for tray in scene.trays if tray.owner == seat]
                beside = sum(item.count for tray in trays for item in tray.items)
                on_board = sum(piece.owner == seat for piece in scene.boards[0].pieces)
                assert beside + on_board == 6 * 3 + 2 + 4, (record["id"], shown.body)


def test_scenes_name_only_drawings_that_exist_and_no_place_twice(conformance: Path) -> None:
    for record in islice(records(conformance, "oasis"), 25):
        for shown in replayed(record):
            pieces = shown.scene.boards[0].pieces
            named = {piece.glyph for piece in pieces}
            named |= {state for piece in pieces for state in piece.states}
            named |= {item.glyph for tray in shown.scene.trays for item in tray.items}
            assert named <= set(ARTWORK)
            assert len({piece.at for piece in pieces}) == len(pieces)


# the last turn


def test_an_arrange_leaves_a_trail_and_a_plant_only_its_end() -> None:
    shown = play(OPENING)
    assert marks(shown[3].scene) == {("last-to", (0, 8))}
    assert links(shown[3].scene, "trail") == []
    assert marks(shown[4].scene) == {("last-from", (0, -8)), ("last-to", (1, -6))}
    assert [way(link) for link in links(shown[4].scene, "trail")] == [((0, -8), (1, -6))]


def test_captures_wheels_and_boats_show_what_they_moved(conformance: Path) -> None:
    """A trail ends on a tile that began it: the tile before is the tile after, turn by turn."""
    seen: Counter[str] = Counter()
    for record in islice(records(conformance, "games"), 25):
        shown = replayed(record)
        for before, after in pairwise(shown):
            standing = {piece.at: piece for piece in before.scene.boards[0].pieces}
            now = {piece.at: piece for piece in after.scene.boards[0].pieces}
            trails = [way(link) for link in links(after.scene, "trail")]
            if {start for start, _ in trails} & {end for _, end in trails}:
                continue  # a tile that moved twice, or made room for another one
            for start, end in trails:
                assert standing[start].glyph == now[end].glyph, (record["id"], after.body)
                assert standing[start].owner == now[end].owner, (record["id"], after.body)
            captured = [at for role, at in marks(after.scene) if role == "captured"]
            assert bool(captured) == (lost(after.scene) > lost(before.scene)), (
                record["id"],
                after.body,
            )
            seen["captured"] += bool(captured)
            seen["two trails"] += len(trails) == 2
    assert seen["captured"] > 50
    assert seen["two trails"] > 10


def test_a_wheel_turns_its_neighbours_clockwise() -> None:
    state = play(OPENING)[-1].state
    move = ENGINE.read(state, "(0,8)-(0,7)+W(1,-5)")[1]
    around = [way(link) for link in picture.scene(state, ((state, move),)).boards[0].links]
    assert around == [((1, -6), (0, -6))]


# what holds tiles down


def test_an_orchid_traps_and_a_knotweed_drains_what_stands_round_it(conformance: Path) -> None:
    seen: Counter[str] = Counter()
    for record in islice(records(conformance, "games"), 25):
        for shown in replayed(record):
            pieces = shown.scene.boards[0].pieces
            for piece in pieces:
                near = [
                    other
                    for other in pieces
                    if max(abs(other.at[axis] - piece.at[axis]) for axis in range(2)) == 1
                ]
                flower = not piece.label.startswith("growing") and piece.glyph not in "RWKBPMT"
                orchids = any(
                    other.label == "Orchid" and other.owner != piece.owner for other in near
                )
                weeds = any(other.glyph == "K" for other in near)
                assert ("trapped" in piece.states) == (flower and orchids), (record["id"], piece)
                assert ("drained" in piece.states) == (flower and weeds and piece.glyph != "O"), (
                    record["id"],
                    piece,
                )
                seen.update(piece.states)
    assert seen["trapped"] > 100
    assert seen["drained"] > 100


def test_a_broken_harmony_is_on_a_rock_s_line_or_at_a_drained_tile(conformance: Path) -> None:
    found = 0
    for record in islice(records(conformance, "games"), 25):
        for shown in replayed(record):
            pieces = {piece.at: piece for piece in shown.scene.boards[0].pieces}
            rocks = [at for at, piece in pieces.items() if piece.glyph == "R"]
            for link in links(shown.scene, "broken"):
                axis = 0 if link.start[0] == link.end[0] else 1
                on_line = any(rock[axis] == link.start[axis] for rock in rocks)
                drained = any("drained" in pieces[end].states for end in way(link))
                assert on_line or drained, (record["id"], link)
                assert link.owner in {pieces[end].owner for end in way(link)}
                found += 1
    assert found > 100


# words, and moves that were refused


def test_captions_say_who_is_to_do_what() -> None:
    captions = [shown.scene.captions for shown in play(OPENING)]
    assert captions == [
        ("Guest to choose accents.",),
        ("Guest to move.",),
        ("Host to move.",),
        ("Guest to move.",),
        ("Host to move.",),
    ]


@pytest.mark.parametrize(
    ("body", "points"),
    [
        ("R3(0,8)", ((0, 8),)),
        ("(0,-8)-(1,-6)+B(2,2)-(3,-3)", ((0, -8), (1, -6), (2, 2), (3, -3))),
        ("(1,2)-(9,99)", ((1, 2), (9, 99))),
        ("R,W,K,B", ()),
        ("(1,2)-(3", ((1, 2),)),
        ("", ()),
    ],
)
def test_a_body_names_its_points_on_the_board_or_not(body: str, points: tuple[Any, ...]) -> None:
    assert ENGINE.points(body) == points


def test_a_refused_move_is_marked_and_what_cannot_be_drawn_is_said() -> None:
    scene = play(OPENING)[-1].scene
    marked = mark_attempt(scene, ENGINE.points("(0,8)-(1,2)+R(9,9)"))
    assert marks(marked) - marks(scene) == {("bad-from", (0, 8)), ("bad", (1, 2))}
    assert marked.captions == (*scene.captions, "The point (9,9) is not on the board.")


def test_a_refused_plant_has_an_end_only() -> None:
    scene = play(OPENING)[-1].scene
    assert marks(mark_attempt(scene, ENGINE.points("R3(1,1)"))) - marks(scene) == {("bad", (1, 1))}
