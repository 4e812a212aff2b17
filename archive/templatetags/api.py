"""Words of the API's document in HTML."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def ticked(text: str) -> SafeString:
    """A sentence with what stands between backticks as code."""
    parts = text.split("`")
    written = (
        format_html("<code>{}</code>", part) if at % 2 else format_html("{}", part)
        for at, part in enumerate(parts)
    )
    return mark_safe("".join(written))  # noqa: S308 (each part is escaped above)
