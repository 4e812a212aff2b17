"""The health of jobs, for staff."""

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis.selectors import jobs as selectors
from analysis.services import queues


@require_safe
@never_cache
@staff_member_required
def jobs(request: HttpRequest) -> HttpResponse:
    """Queues, runs, failures, and how fresh the figures of each game are."""
    context = {
        "now": timezone.now(),
        "queues": queues.lengths(),
        "games": selectors.freshness(),
        "jobs": selectors.jobs(),
        "failures": selectors.failures(),
        "faults": selectors.faults(),
        "bugs": selectors.bugs(),
        "rejudgements": selectors.open_rejudgements(),
    }
    return render(request, "analysis/jobs.html", context)
