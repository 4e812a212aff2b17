from importlib import import_module

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"
    verbose_name = "Analysis"
    default_auto_field = "django.db.models.AutoField"

    def ready(self) -> None:
        # Receivers know models, and those can be imported only now.
        import_module("analysis.receivers").connect()
