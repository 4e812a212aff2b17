"""The replay for frames of other sites: open to be framed, and to nobody in particular."""

from collections.abc import Callable
from html import unescape

from django.test import Client

from archive.models import Record
from tests.archive.games import game

Importer = Callable[..., object]


def test_only_the_embedded_replay_may_be_framed(
    client: Client, as_ilse: Client, import_text: Importer
) -> None:
    import_text(game("Ilse"))
    pk = Record.objects.get().pk
    framed = client.get(f"/embed/{pk}")
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "script-src 'self'" in framed.headers["Content-Security-Policy"]
    assert not framed.cookies
    assert as_ilse.get(f"/embed/{pk}").content == framed.content
    whole = client.get(f"/records/{pk}")
    assert whole.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]


def test_the_page_of_a_record_has_the_lines_to_embed_it(
    client: Client, import_text: Importer
) -> None:
    import_text(game("Ilse <b>&"))
    pk = Record.objects.get().pk
    page = client.get(f"/records/{pk}").content.decode()
    lines = unescape(page.partition("data-embed>")[2].partition("</pre>")[0])
    assert lines.startswith(f'<iframe src="http://testserver/embed/{pk}"')
    assert "Ilse &lt;b&gt;&amp;" in lines
