"""Importing: the form, the page of a job, its ledger, and the mending of what was refused."""

import logging
import re
import uuid
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError, transaction
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from archive.forms import ImportForm, MendForm, size_words
from archive.models import ImportBatch, ImportItem, ItemStatus, Visibility
from archive.selectors import accounts, import_pages, import_reports, imports, visible
from archive.selectors.import_reports import Report
from archive.selectors.imports import Progress
from archive.selectors.visible import Reader
from archive.services import admitting, batches
from archive.tasks import enqueue_batch
from archive.views import import_forms_read
from archive.views.account_doors import may_upload
from archive.views.refusals import later
from archive.views.upload_bounds import bounded_upload

LABEL_LENGTH = 80
KEPT = "What you typed is still here, files have to be chosen again."
BUSY = (
    "The archive is too busy to take this just now, and nothing of it was stored. Send it again in "
    f"a minute. {KEPT}"
)

logger = logging.getLogger(__name__)


def refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    context = {"refusal": sentence, **_form_context(_new_form(""))}
    return render(request, "archive/import.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may_upload
@bounded_upload(refused)
def import_form(request: HttpRequest) -> HttpResponse:
    """Keep what was sent, queue the job, and go to its page: nothing is judged in a request."""
    if request.method != "POST":
        form = _new_form(import_forms_read.example(request.GET.get("example", "")))
        return render(request, "archive/import.html", _form_context(form))
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "archive/import.html", _form_context(form), status=400)
    try:
        batch = _open(form, request.user.pk)
    except batches.UploadRefused as refusal:
        return refused(request, str(refusal), 413)
    except admitting.MustWait as refusal:
        form.add_error(None, f"{refusal} {KEPT}")
        page = render(request, "archive/import.html", _form_context(form), status=429)
        return later(page, seconds=admitting.RETRY_SECONDS)
    except OperationalError:
        logger.exception("An upload was not taken.")
        form.add_error(None, BUSY)
        return later(render(request, "archive/import.html", _form_context(form), status=503))
    return redirect("archive:import-batch", batch.pk)


def _open(form: ImportForm, owner_id: int | None) -> ImportBatch:
    token = form.batch_token()
    admitting.admit(owner_id=owner_id, form_token=token)
    with transaction.atomic():
        batch = batches.open_batch(
            uploads=form.sources(),
            form_token=token,
            owner_id=owner_id,
            visibility=form.visibility() if owner_id else Visibility.PUBLIC,
        )
        transaction.on_commit(partial(enqueue_batch, batch.pk))
    return batch


def _new_form(text: str) -> ImportForm:
    return ImportForm(initial={"form_token": uuid.uuid4(), "text": text})


def _form_context(form: ImportForm) -> dict[str, Any]:
    bounds = {
        "upload_bytes": settings.IMPORT_UPLOAD_BYTES,
        "files": settings.IMPORT_FILES,
        "entries": settings.IMPORT_ENTRIES,
        "upload": size_words(settings.IMPORT_UPLOAD_BYTES),
        "paste": size_words(settings.IMPORT_PASTE_BYTES),
        "record": size_words(settings.IMPORT_RECORD_BYTES),
        "entry": size_words(settings.IMPORT_ENTRY_BYTES),
        "total": size_words(settings.IMPORT_TOTAL_BYTES),
    }
    return {"form": form, "bounds": bounds, "forms_read": import_forms_read.forms_read()}


@require_safe
@never_cache
def import_batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    batch = _batch(request, batch_id)
    progress = imports.progress(batch_id)
    files = list(import_pages.uploads(batch))
    title, uploads = import_pages.title(files)
    mends = import_pages.mended_item(batch)
    context = {
        "title": title,
        "uploads": uploads,
        "files": files,
        "mends": mends,
        "next_to_mend": import_pages.next_to_mend(mends) if mends else None,
        **_progress_context(batch, progress),
        **_ledger_context(request, batch, progress),
    }
    return render(request, "archive/import_batch.html", context)


@require_safe
@never_cache
def import_progress(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The fragment that the page asks for while the job runs; at its end it brings the ledger."""
    batch = _batch(request, batch_id)
    progress = imports.progress(batch_id)
    context = _progress_context(batch, progress)
    context["announce"] = context["milestone"] != request.GET.get("said")
    if progress.is_final:
        context |= {**_ledger_context(request, batch, progress), "out_of_band": True}
    return render(request, "archive/_import_progress.html", context)


@require_POST
def import_cancel(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    batches.cancel_batch(batch=_batch(request, batch_id))
    return redirect("archive:import-batch", batch_id)


@require_safe
@never_cache
def import_rejected(request: HttpRequest, batch_id: uuid.UUID) -> StreamingHttpResponse:
    batch = _batch(request, batch_id)
    return _download(imports.rejected_text(batch), f"rejected-{batch.pk.hex[:8]}.txt")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@bounded_upload(refused)
def import_item(request: HttpRequest, batch_id: uuid.UUID, number: int) -> HttpResponse:
    """The report of one record, as a page or as a fragment of the ledger; a POST sends it mended."""
    item = _item(request, batch_id, number)
    context = _report_context(item, request.user) | import_pages.neighbours(item)
    status = 200
    if request.method == "POST":
        if not accounts.may_upload(request.user):
            return redirect_to_login(request.get_full_path())
        form = MendForm(_mended_fields(request, context["report"]))
        try:
            if item.status == ItemStatus.REJECTED and form.is_valid():
                return redirect("archive:import-batch", _resubmit(item, form, request.user.pk).pk)
        except batches.UploadRefused as refusal:
            form.add_error("text", str(refusal))
        except admitting.MustWait as refusal:
            form.add_error("text", str(refusal))
            status = 429
        except OperationalError:
            logger.exception("A mended record was not taken.")
            form.add_error("text", BUSY)
            status = 503
        context |= {"form": form, "errors": form.errors.get("text", [])}
        if status == 200:
            status = 400 if item.status == ItemStatus.REJECTED else 409
    in_ledger = "HX-Request" in request.headers
    template = "_import_report.html" if in_ledger else "import_item.html"
    context["in_ledger"] = in_ledger
    response = render(request, f"archive/{template}", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if status == 503:
        return later(response)
    return later(response, seconds=admitting.RETRY_SECONDS) if status == 429 else response


def _report_context(item: ImportItem, reader: Reader) -> dict[str, Any]:
    return {
        "item": item,
        "report": import_reports.item_report(item),
        "leads_to_record": visible.may_follow(item, reader),
        "keeps_text": visible.may_take_back(item, reader),
        "form_token": uuid.uuid4(),
    }


def _mended_fields(request: HttpRequest, report: Report) -> dict[str, str]:
    """What was sent: the text of the box, or that of the reading whose button was pressed."""
    chosen = request.POST.get("reading")
    texts = [reading.text for reading in report.readings if reading.token == chosen]
    text = texts[0] if texts else request.POST.get("text", "")
    return {"text": text, "form_token": request.POST.get("form_token", "")}


def _resubmit(item: ImportItem, form: MendForm, owner_id: int | None) -> ImportBatch:
    token = form.batch_token()
    admitting.admit(owner_id=item.batch.owner_id or owner_id, form_token=token)
    with transaction.atomic():
        batch = batches.resubmit_item(
            item=item,
            text=form.cleaned_data["text"],
            form_token=token,
            owner_id=owner_id,
        )
        transaction.on_commit(partial(enqueue_batch, batch.pk))
    return batch


@require_safe
@never_cache
def import_file(request: HttpRequest, batch_id: uuid.UUID, number: int) -> StreamingHttpResponse:
    """A file, or the pasted text, as it was sent."""
    batch = _batch(request, batch_id)
    upload = imports.upload(batch_id, number)
    if upload is None:
        raise Http404("There is no such file in this import.")
    if not visible.may_take_back_all(batch, request.user) or not imports.is_kept(upload):
        raise Http404("It names a player who is shown by a pseudonym, and is not given out.")
    label = file_label(upload.name)
    name = f"import-{batch_id.hex[:8]}-{number}{f'-{label}' if label else ''}"
    return _download(imports.upload_bytes(upload), name)


@require_safe
@never_cache
def import_original(request: HttpRequest, batch_id: uuid.UUID, number: int) -> HttpResponseBase:
    """The text of one record as it came; where that is not kept whole, what it came in."""
    item = _item(request, batch_id, number)
    if not visible.may_take_back(item, request.user):
        raise Http404("There is no such record in this import.")
    if not item.is_whole:
        return redirect("archive:import-file", batch_id, item.upload.number + 1)
    name = f"import-{batch_id.hex[:8]}-record-{number}.txt"
    return _download([bytes(item.original)], name)


def _item(request: HttpRequest, batch_id: uuid.UUID, number: int) -> ImportItem:
    item = import_pages.item(batch_id, number)
    if item is None or not visible.may_see(item.batch, request.user):
        raise Http404("There is no such record in this import.")
    return item


def _batch(request: HttpRequest, batch_id: uuid.UUID) -> ImportBatch:
    batch = import_pages.batch(batch_id)
    if batch is None or not visible.may_see(batch, request.user):
        raise Http404("There is no import at this address.")
    return batch


def _progress_context(batch: ImportBatch, progress: Progress) -> dict[str, Any]:
    return {
        "batch": batch,
        "progress": progress,
        "headline": import_pages.headline(progress),
        "pace": import_pages.pace(progress),
        "silence": import_pages.silence(progress),
        "milestone": import_pages.milestone(progress),
        "announcement": import_pages.announcement(progress),
    }


def _ledger_context(request: HttpRequest, batch: ImportBatch, progress: Progress) -> dict[str, Any]:
    tabs = import_pages.tabs(progress)
    page = request.GET.get("page", "")
    ledger = import_pages.ledger_page(
        batch,
        tabs,
        outcome=request.GET.get("outcome", ""),
        number=int(page) if page.isascii() and page.isdigit() and len(page) < 9 else 1,
        reader=request.user,
    )
    context = {
        "not_whole": import_pages.not_whole(batch) if progress.rejected else 0,
        "tabs": tabs,
        "ledger": ledger,
        "shows_rows": progress.is_final or "outcome" in request.GET,
    }
    if progress.is_final and progress.received == progress.rejected == 1:
        # One record came and was refused: its report is what its sender wants to see.
        context |= _report_context(_item(request, batch.pk, 1), request.user)
    return context


def _download(pieces: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Bytes as they came, for saving and never for showing: they are whatever someone sent."""
    response = StreamingHttpResponse(pieces, content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def file_label(name: str) -> str:
    """What is left of an upload's name in the name of a download: letters, digits, `.`, `-`, `_`,
    so that it is no path and no trick, and its ending."""
    clean = re.sub(r"[^\w.-]+|\.{2,}", "_", re.split(r"[/\\]", name)[-1]).strip("._-")
    return clean if len(clean) <= LABEL_LENGTH else clean[-LABEL_LENGTH:]
