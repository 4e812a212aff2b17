"""The manners of the API, whatever it is about: problems, parameters, pages, conditional answers.

Nothing here knows a game or reads a row; `archive.api` and `analysis.api` both stand on it.
"""
