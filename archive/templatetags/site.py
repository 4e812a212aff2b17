"""Small parts that pages repeat."""

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def query_without(context: Context, name: str) -> str:
    """The page's query without one of its fields, from the first page on: "?" if nothing is left."""
    query = context["request"].GET.copy()
    for field in (name, "after", "before"):
        query.pop(field, None)
    return f"?{query.urlencode()}"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of `icons.svg`; whoever uses it says its meaning in words beside it."""
    sprite = static("archive/icons.svg")
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', sprite, name
    )
