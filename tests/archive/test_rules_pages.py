"""The rules pages: what they hold, that their examples are true, and who leads to them."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from archive.engines import AnyEngine, all_engines
from archive.models import ImportBatch, Record
from archive.selectors import rules_examples, rules_pages, rules_text
from archive.selectors.rules_examples import Example, WrongExample
from tests.archive.games import game
from tests.archive.shipped import shortest

Importer = Callable[..., ImportBatch]
ENGINES = all_engines()
of_every_game = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
SECTIONS = {"board", "tiles", "a-turn", "notation", "rules-of-their-day", "sources-and-rulings", "options"}  # fmt: skip
START = "Caption: The start."
OPENING = "0H.R,W,K,B 0G.R,W,K,B 1G.R5(0,-8) 1H.R5(0,8)"


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def examples(slug: str) -> list[Example]:
    page = rules_pages.rules_page(slug)
    assert page is not None
    return [piece.example for piece in page.pieces if piece.example]


def text_of(engine: AnyEngine) -> str:
    return (rules_pages.FOLDER / f"{engine.slug}.md").read_text(encoding="utf-8")


@of_every_game
def test_every_game_explains_the_same_things(engine: AnyEngine) -> None:
    page = rules_pages.rules_page(engine.slug)
    assert page is not None
    anchors = {heading.anchor for heading in page.headings}
    assert anchors >= SECTIONS
    assert anchors & {"end", "the-end"}


@of_every_game
def test_every_example_is_as_the_engine_judges(engine: AnyEngine) -> None:
    shown = examples(engine.slug)
    assert len(shown) == text_of(engine).count("```position\n")
    assert shown[0].token == ""
    assert all(example.caption and example.scene.boards for example in shown)
    refused = [example.code for example in shown if example.code]
    assert refused
    assert len(refused) == len(set(refused))
    assert any(example.ending for example in shown)


@of_every_game
def test_every_tile_and_every_ending_is_named(engine: AnyEngine) -> None:
    text = text_of(engine)
    for kind in engine.tile_kinds:
        assert f"`{kind.code}`" in text or kind.code.startswith("card "), kind
    for reason in engine.reasons:
        assert reason in text.lower(), reason


@of_every_game
def test_a_page_draws_its_examples_once_and_links_only_to_what_is_there(
    client: Client, engine: AnyEngine
) -> None:
    page = page_of(client, f"/rules/{engine.slug}/")
    assert page.count("data-board") == len(examples(engine.slug))
    assert page.count("<defs>") == 1
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)
    assert 'class="ruling"' in page
    assert "<style" not in page
    assert " style=" not in page
    assert "```" not in page


def test_the_list_shows_every_game_and_pages_lead_on(client: Client) -> None:
    listed = page_of(client, "/rules/")
    slugs = [engine.slug for engine in ENGINES]
    assert re.findall(r'href="/rules/([a-z-]+)/"', listed) == slugs
    first, last = (page_of(client, f"/rules/{slug}/") for slug in (slugs[0], slugs[-1]))
    assert f'rel="next" href="/rules/{slugs[1]}/"' in first
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last
    assert 'href="/rules/"' in last


def test_rules_of_an_unknown_game_are_not_there(client: Client, db: None) -> None:
    assert client.get("/rules/chess/").status_code == 404


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (f"{OPENING} 2G.(0,-8)-(0,-1)", "too far"),
        (f"Refused: move.clash\n{OPENING} 2G.(0,-8)-(0,-1)", "too far"),
        (f"Refused: move.clash\n{OPENING}", "The move is legal"),
        (f"Ends: midline\n{OPENING}", "not by 'midline'"),
        (f"{OPENING} 2H.R3(8,0)", "2G"),
        (f"Label: here\n{OPENING}", "A label is written as"),
    ],
)
def test_an_example_that_is_not_so_is_refused(block: str, told: str) -> None:
    with pytest.raises(WrongExample, match=told):
        rules_examples.example("skud-pai-sho", block)


def test_an_example_marks_its_last_move() -> None:
    played = rules_examples.example("skud-pai-sho", f"{START}\n{OPENING} 2G.(0,-8)-(1,-6)")
    assert played.said == "Guest arranges Rhododendron from (0,-8) to (1,-6)."
    assert {mark.role for mark in played.scene.boards[0].marks} == {"last-from", "last-to"}
    refused = rules_examples.example(
        "skud-pai-sho", f"{START}\nRefused: move.too-far\n{OPENING} 2G.(0,-8)-(0,-1)"
    )
    assert {mark.role for mark in refused.scene.boards[0].marks} == {"bad-from", "bad"}
    assert refused.anchor == "refused-too-far"


def test_prose_is_escaped_and_tiles_are_drawn_in_tables_only() -> None:
    text = "# Game\n\nA `R3` <b>here</b>.\n\n| tile | |\n| --- | --- |\n| `R3` | *our ruling* |\n"
    found = rules_text.read(text, {"R3": "<svg></svg>"})
    (part,) = found.parts
    assert found.title == "Game"
    assert "&lt;b&gt;here" in part.html
    assert part.html.count("<svg></svg>") == 1
    assert '<em class="ruling">our ruling</em>' in part.html


def test_a_record_leads_to_the_rules_that_it_was_judged_by(
    client: Client, import_text: Importer
) -> None:
    import_text(game("Ilse", Rules="2022", Options="ancient-oasis"))
    page = page_of(client, f"/records/{Record.objects.get().pk}")
    assert 'href="/rules/skud-pai-sho/#rules-of-their-day"' in page
    assert 'href="/rules/skud-pai-sho/#options"' in page


def test_a_refused_move_leads_to_its_rule(client: Client, import_text: Importer) -> None:
    batch = import_text(game("Ilse", moves=f"{OPENING} 2G.(0,-8)-(0,-1) *"))
    page = page_of(client, f"/imports/{batch.pk}/items/1/")
    assert 'href="/rules/skud-pai-sho/#refused-too-far"' in page
    assert "The rule, with a drawn example" in page


def test_a_refused_move_without_an_example_leads_to_the_rules(
    client: Client, import_text: Importer
) -> None:
    moves = f"{OPENING} 2G.(0,-8)-(0,-8) *"
    batch = import_text(game("Ilse", moves=moves))
    page = page_of(client, f"/imports/{batch.pk}/items/1/")
    assert 'href="/rules/skud-pai-sho/">The rules of Skud Pai Sho</a>' in page


@of_every_game
def test_a_record_of_every_game_leads_to_its_rules(
    client: Client, import_text: Importer, engine: AnyEngine
) -> None:
    import_text(shortest(engine.slug).original)
    record = Record.objects.get()
    assert f'href="/rules/{engine.slug}/' in page_of(client, f"/records/{record.pk}")


def test_every_page_leads_to_the_rules(client: Client, db: None) -> None:
    assert page_of(client, "/").count('href="/rules/"') == 2
    assert 'href="/rules/"' in page_of(client, "/records/")
