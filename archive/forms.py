"""The forms of the site: they say what is missing in words, and lose nothing that was given."""

import hashlib
import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.template.defaultfilters import filesizeformat

from archive.models import NAME_LENGTH, Visibility

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

SEEN_BY = (
    (Visibility.PUBLIC.value, "Everybody: in lists, search, statistics and exports"),
    (Visibility.UNLISTED.value, "Whoever has its address, a number that can be tried"),
    (Visibility.PRIVATE.value, "Only I"),
)
"""Who sees a record, in the words of the person who brings it."""
PASTED = "Pasted text"
"""What the ledger calls a record that came through the text box."""


def size_words(size: int) -> str:
    """A number of bytes for people: "256 MB", "1.5 KB"."""
    return filesizeformat(size).replace(".0\xa0", "\xa0")


class ManyFilesInput(forms.FileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Any number of files. An empty file is no mistake of the form: the ledger accounts for it."""

    widget = ManyFilesInput

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_empty_file=True, **options)

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        one_file = super().clean
        return [file for given in data or [] if (file := one_file(given, initial))]


class RecordTextField(forms.Field):
    """Text of records as it was typed or pasted.

    No character is refused or stripped here: what is wrong with one is told by the ledger, with its
    place. Browsers send CRLF for every line end of a text box, so LF is what was meant.
    """

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        return str(value or "").replace("\r\n", "\n")

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        bound: int = settings.IMPORT_PASTE_BYTES
        if len(text.encode()) > bound:
            raise forms.ValidationError(
                f"This is more text than the box takes ({size_words(bound)}). "
                "Save it as a file and choose that below: files may be larger.",
                code="too-long",
            )
        return text


class TokenForm(forms.Form):
    """A form that makes one import, however often it is sent."""

    form_token = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_form_token(self) -> uuid.UUID:
        try:
            return uuid.UUID(self.cleaned_data["form_token"])
        except ValueError:
            return uuid.uuid4()

    def sources(self) -> list[tuple[str, Iterator[bytes]]]:
        """Name and content, piece by piece, of everything given: the text first."""
        text: str = self.cleaned_data["text"]
        return [(PASTED, iter([text.encode()]))] if text.strip() else []

    def batch_token(self) -> uuid.UUID:
        """One value for the same content sent twice from one page, another for other content.

        So a double click makes one import, and going back to send something else loses nothing.
        """
        digest = hashlib.blake2b(digest_size=32)
        for name, chunks in self.sources():
            digest.update(f"\0{name}\0".encode())
            for chunk in chunks:
                digest.update(chunk)
        token: uuid.UUID = self.cleaned_data["form_token"]
        return uuid.uuid5(token, digest.hexdigest())


class ImportForm(TokenForm):
    """Pasted text, files, or both."""

    text = RecordTextField(required=False)
    upload = ManyFilesField(required=False)
    seen_by = forms.ChoiceField(
        choices=SEEN_BY, required=False, initial=Visibility.PUBLIC, widget=forms.RadioSelect
    )

    def visibility(self) -> Visibility:
        return Visibility(self.cleaned_data["seen_by"] or Visibility.PUBLIC)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        files: Sequence[UploadedFile[Any]] = cleaned.get("upload", [])
        if not self.errors and not files and not cleaned["text"].strip():
            raise forms.ValidationError(
                "There is nothing to import yet: paste a record into the box, or choose a file.",
                code="empty",
            )
        return cleaned

    def sources(self) -> list[tuple[str, Iterator[bytes]]]:
        files = self.cleaned_data["upload"]
        return super().sources() + [(str(file.name), file.chunks()) for file in files]


class MendForm(TokenForm):
    """The mended text of one rejected record."""

    text = RecordTextField(required=False)

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if not text.strip():
            raise forms.ValidationError("The box was empty, so nothing was sent.", code="empty")
        return text


class AmendForm(forms.Form):
    """The new text of a stored record."""

    text = RecordTextField(label="The record’s text")


class VisibilityForm(forms.Form):
    """Who sees a record from now on."""

    visibility = forms.ChoiceField(
        choices=(*SEEN_BY, (Visibility.WITHDRAWN.value, "Nobody: withdrawn from the archive")),
        widget=forms.RadioSelect,
    )


class NumbersField(forms.Field):
    """Numbers that were ticked in a list."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[int]:
        numbers = [int(text) for text in value or [] if text.isascii() and text.isdigit()]
        if not numbers:
            raise forms.ValidationError("Tick the records first.", code="empty")
        return [number for number in numbers if number < 1 << 63]


class OwnRecordsForm(forms.Form):
    """Some records of a list, and who sees them from now on."""

    records = NumbersField()
    visibility = forms.ChoiceField(choices=Visibility.choices)


class ClaimForm(forms.Form):
    reason = forms.CharField(
        label="How can staff tell?",
        max_length=1000,
        widget=forms.Textarea({"rows": 4}),
        help_text="A link to your profile elsewhere, say, or who can vouch for you.",
    )


class PseudonymForm(forms.Form):
    pseudonym = forms.CharField(max_length=NAME_LENGTH)


class TokenNameForm(forms.Form):
    name = forms.CharField(label="What is it for?", max_length=100)


class DeleteAccountForm(forms.Form):
    """What becomes of the records of an account that goes."""

    WITHDRAW = "withdraw"
    RELEASE = "release"

    records = forms.ChoiceField(
        label="Your records",
        choices=(
            (RELEASE, "Stay in the archive, and belong to no account; private ones are deleted"),
            (WITHDRAW, "Are withdrawn: no list, search, statistic or address has them any more"),
        ),
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(label="Delete my account. I know that this cannot be undone.")
