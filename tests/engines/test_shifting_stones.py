"""Shifting Stones: conformance, and the rules that its records seldom meet."""

import pytest

from archive.engines import core
from archive.engines.base import CHANCE, RuleError, UnusableSetup
from archive.engines.shifting_stones import ENGINE
from archive.engines.shifting_stones.scoring import DECK, DISCARDS, HELD, SCORED
from archive.engines.shifting_stones.state import State
from tests.engines.referee import CONFORMANCE, Case, cases, disagreements
from tests.laws.setups import SHIFTING_STONES

CASES = [*cases("shifting-stones", "games"), *cases("shifting-stones", "illegal")]
SOLO, SOLO_OPEN, PAIR, TRIO_OPEN, FIVE = SHIFTING_STONES
needs_conformance = pytest.mark.skipif(
    not CONFORMANCE.exists(), reason="the shared conformance records are not beside the project"
)


@needs_conformance
def test_conformance_records_are_all_there() -> None:
    assert len(CASES) == 145


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_it_agrees_with_the_referee(case: Case) -> None:
    assert disagreements(case) == {}


def start(tags: dict[str, str]) -> State:
    return ENGINE.start(ENGINE.header(tags).setup)


def play(state: State, *bodies: str) -> State:
    for body in bodies:
        state = core.play_turn(ENGINE, state, body).states[-1]
    return state


def refusal(state: State, body: str) -> str:
    with pytest.raises(RuleError) as caught:
        core.play_turn(ENGINE, state, body)
    return f"{caught.value.code}: {caught.value.detail}"


def having(state: State, **places: str) -> State:
    """The state with cards elsewhere: ``deck``, ``discards``, ``held0``, ``scored1`` = ids."""
    where = bytearray(state.where)
    names = {"deck": DECK, "discards": DISCARDS}
    names |= {f"held{seat}": HELD + seat for seat in range(5)}
    names |= {f"scored{seat}": SCORED + seat for seat in range(5)}
    for name, cards in places.items():
        for card in cards.split():
            where[state.deal.number[card]] = names[name]
    return state._replace(where=bytes(where))


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"Player1": ""}, "players.none"),
        ({"Player3": "x"}, "players.gap"),
        ({"Player3": "x", "Player4": "x", "Player5": "x", "Player6": "x"}, "players.gap"),
        ({"Stones": ""}, "stones.unreadable"),
        ({"Stones": "SFB/HHO/ETX"}, "stones.unreadable"),
        ({"Stones": "SFB/HHO/SMT"}, "stones.count"),
        ({"Cards": ""}, "cards.few"),
        ({"Cards": "1=S"}, "cards.unreadable"),
        ({"Cards": "1=SS/S:1"}, "cards.shape"),
        ({"Cards": "1=SFBH:1"}, "cards.shape"),
        ({"Cards": "1=../..:1"}, "cards.blank"),
        ({"Cards": "1=SM:1"}, "cards.stones"),
        ({"Cards": "1=S:4"}, "cards.points"),
        ({"Cards": "1=S:1 1=M:1"}, "cards.repeated"),
        ({"Hands": "1,2,3,4"}, "hands.count"),
        ({"Hands": "1,2,3,4 5,6,7"}, "hands.count"),
        ({"Hands": "1,2,3,4 5,6,7,4"}, "hands.repeated"),
        ({"Hands": "1,2,3,4 5,6,7,99"}, "hands.unknown"),
    ],
)
def test_it_refuses_tags_from_which_no_game_starts(tags: dict[str, str], code: str) -> None:
    given = PAIR | tags
    if code == "players.none":
        given = {name: value for name, value in given.items() if not name.startswith("Player")}
    if "Player3" in tags and code == "players.gap" and len(tags) == 1:
        del given["Player2"]
    with pytest.raises(UnusableSetup) as caught:
        ENGINE.header(given)
    assert caught.value.code == code


def test_the_deck_of_one_player_has_fixed_counts() -> None:
    with pytest.raises(UnusableSetup) as caught:
        ENGINE.header(SOLO | {"Cards": SOLO["Cards"] + " 99=T:1"})
    assert caught.value.code == "cards.solo"


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("+9", "move.card-in-deck: Card 9 is in the deck: Player1 has not drawn it."),
        ("+5", "move.card-held: Card 5 is in the hand of Player2."),
        ("+4", "move.no-pattern: The pattern ./T of card 4 stands nowhere on the grid."),
        ("1:(0,0)=(1,1)", "move.not-adjacent: (1,1) and (0,0) are not side by side."),
        ("1:^(0,2)", "move.off-grid: (0,2) is not on the grid of 3 x 3 stones."),
        ("+77", "move.unknown-card: There is no card “77” in this game."),
        ("+1", "move.draws-missing: Player1 draws 1 card more, which the record must name after “>”."),
        ("+1>9,10", "move.draws-none: Card 10 cannot be drawn: Player2 draws no more cards."),
        ("0>9", "move.draws-none: Card 9 cannot be drawn: Player2 draws no more cards."),
        ("1:^(0,0)>1", "move.draw-discard: Card 1 is discarded: it can be drawn only once the deck is empty."),
        ("--&+1", "move.unreadable: “--&+1” is no move: a turn is actions like 12:(-1,0)=(0,0), 7:^(1,1) or +3, joined by &, or 0, or --; what is drawn follows after >."),
    ],
)  # fmt: skip
def test_it_says_why_a_turn_is_refused(body: str, refused: str) -> None:
    state = start(PAIR)
    if body == "+4":
        state = play(state, "1:^(1,-1)&2:^(0,-1)>9,10", "0")
        assert ENGINE.board_text(state) == "SFB/HHO/EEE"
    assert refusal(state, body) == refused


def test_the_two_stones_of_a_swap_may_be_named_in_either_order() -> None:
    one, other = (play(start(TRIO_OPEN), f"1:{pair}") for pair in ("(0,0)=(1,0)", "(1,0)=(0,0)"))
    assert one == other
    assert ENGINE.board_text(one) == "SFB/HOH/ETT"


def test_the_discards_become_the_deck_when_a_draw_finds_it_empty() -> None:
    state = start(PAIR)
    rest = " ".join(str(number) for number in range(9, 26))
    state = having(state, scored1=rest, deck="9", discards="10 11")
    assert "move.draw-discard" in refusal(state, "1:^(0,0)&2:^(0,0)>10,9")
    after = play(state, "1:^(0,0)&2:^(0,0)>9,1")
    assert [after.where.count(place) for place in (DECK, DISCARDS)] == [3, 0]


def test_fewer_are_drawn_only_when_deck_and_discards_are_used_up() -> None:
    rest = " ".join(str(number) for number in range(9, 26))
    state = having(start(PAIR), scored1=rest)
    assert play(state, "+1").turn == 1


def test_a_skip_draws_two_and_may_not_follow_a_skip_but_an_empty_turn() -> None:
    state = play(start(PAIR), "-->9,10", "0")
    assert refusal(state, "-->11,12") == (
        "move.skip-twice: Player1 skipped the turn before and may not skip again."
    )
    play(state, "0", "0", "-->11,12")


def test_the_round_is_finished_and_most_one_point_cards_win_three_more() -> None:
    state = having(
        start(TRIO_OPEN), scored0="1 2 3 9 10 11 13 14", scored1="16 15", scored2="5 6 7"
    )
    assert state.deal.seats == 3
    more = play(having(state, scored0="12"), "0", "0")
    assert ENGINE.outcome(more) is None
    assert "The last round: 9 cards are scored." in ENGINE.scene(more).captions
    ended = play(more, "0")
    outcome = ENGINE.outcome(ended)
    assert outcome is not None
    assert outcome.winners == (0,)
    # 1-point cards: three each of the first and the third player
    assert ENGINE.scores(ended) == (3 + 4 * 2 + 2 * 3 + 3, 8, 3 + 3)
    assert ENGINE.scores(more) == ()


def test_alone_four_turns_without_a_score_lose() -> None:
    state = play(start(SOLO_OPEN), "0", "+1", "--", "0")
    assert state.strikes == 3
    lost = play(state, "2:^(0,0)")
    outcome = ENGINE.outcome(lost)
    assert outcome is not None
    assert (outcome.winners, outcome.lost, outcome.reason) == ((), True, "four strikes")
    assert outcome.scores == (1,)


def test_alone_all_cards_scored_win() -> None:
    state = start(SOLO)
    state = having(state, scored0=" ".join(str(number) for number in range(2, 17)), held0="1")
    outcome = ENGINE.outcome(play(state, "+1"))
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "all scored", (30,))


def test_chance_draws_between_the_seats() -> None:
    turn = core.play_turn(ENGINE, start(FIVE), "1:^(0,0)&+2>21,22")
    assert [ENGINE.actor(state) for state in turn.states] == [0, 0, 0, CHANCE, CHANCE, 1]
    assert ENGINE.describe(turn.states, turn.moves) == (
        "Player1 discards card 1 and turns over the stone at (0,0), scores card 2 for 1 point, "
        "draws 21, 22."
    )
    assert ENGINE.write(turn.states[0], turn.moves) == "1:^(0,0)&+2>21,22"


def test_guesses_at_a_refused_turn_are_legal() -> None:
    state = start(PAIR)
    assert core.nearest(ENGINE, state, "+1>1") == ("+1>9",)
    for guess in core.nearest(ENGINE, state, "1:(0,0)=(1,1)>9"):
        play(state, guess)


def test_cards_bring_their_own_drawings_one_for_each_pattern() -> None:
    scene = ENGINE.scene(start(PAIR))
    names = [name for name, _ in scene.drawings]
    assert len(set(names)) == len(names)
    held = [item.label for tray in scene.trays if tray.role == "hand" for item in tray.items]
    assert held[2] == "card 3 (H/., 1 point)"


def test_players_and_cards_scored_are_what_records_are_found_by() -> None:
    state = play(start(TRIO_OPEN), "+1", "+9")
    found = [(facet.kind, facet.seat, facet.value) for facet in ENGINE.facets(state)]
    assert found == [("players", -1, "3"), ("worth", 0, "1"), ("worth", 1, "2")]
