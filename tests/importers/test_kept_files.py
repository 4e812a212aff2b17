"""Files as people keep them, read whole."""

from archive.importers import read_records
from archive.notation import write_tgr
from archive.replay import judge, normal_record
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "records"


def test_a_sheet_kept_by_hand() -> None:
    with (FOLDER / "kept-by-hand.txt").open("rb") as file:
        first, second = map(judge, read_records(file, "kept-by-hand.txt"))
    assert [found.verdict for found in (first, second)] == ["valid", "valid"]
    assert [found.plies for found in (first, second)] == [6, 4]
    assert first.record.comments == (
        "Games at the club, kept by hand",
        "Amber and Birch, first evening",
    )
    assert second.record.comments == ("Birch and Amber, second evening",)
    assert (first.record.line, second.record.line) == (1, 8)
    assert [warning.code for warning in second.warnings] == ["move.seat-case"]
    assert second.record.moves[2].annotations == ("!",)


def test_a_file_in_normal_form_is_written_byte_for_byte() -> None:
    data = (FOLDER / "club.tgr").read_bytes()
    with (FOLDER / "club.tgr").open("rb") as file:
        judged = list(map(judge, read_records(file, "club.tgr")))
    assert [found.verdict for found in judged] == ["valid", "valid"]
    assert "".join(write_tgr(normal_record(found)) for found in judged).encode() == data
