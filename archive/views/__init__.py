"""Pages: parse the request, call, render."""
