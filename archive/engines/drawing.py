"""Ground for artwork: the few shapes that drawings of tiles are put together from."""

from archive.engines.scene import Glyph, Stroke


def circle(radius: float, x: float = 0, y: float = 0) -> str:
    """A circle as path data."""
    return (
        f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 1 {2 * radius:g} 0"
        f"a{radius:g} {radius:g} 0 1 1 {-2 * radius:g} 0Z"
    )


def box(left: float, top: float, right: float, bottom: float) -> str:
    """A rectangle as path data."""
    return f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"


def mirrored(path: str) -> str:
    """Path data of absolute commands with every x turned round, written beside the original."""
    words = path.replace(",", " ").split()
    turned, is_x = [], True
    for word in words:
        if word.isalpha():
            turned.append(word)
            is_x = True
        else:
            turned.append(f"{-float(word):g}" if is_x else word)
            is_x = not is_x
    return " ".join(words) + " " + " ".join(turned)


def outlined(paint: str, path: str, width: float = 3.0) -> tuple[Stroke, Stroke]:
    """A painted shape with a dark contour."""
    return Stroke(path, paint), Stroke(path, "contour", line=True, width=width)


def tile(code: str, *strokes: Stroke | tuple[Stroke, ...]) -> Glyph:
    """A round tile: its drawing, with its code beneath."""
    flat: list[Stroke] = []
    for stroke in strokes:
        flat.extend(stroke if isinstance(stroke, tuple) else (stroke,))
    return Glyph(tuple(flat), code)


def disc(radius: float, x: float = 0, y: float = 0) -> str:
    """A circle as path data of curves, so that `placed` can move it."""
    bend = radius * 0.5523
    return (
        f"M {x - radius:g} {y:g} C {x - radius:g} {y - bend:g} {x - bend:g} {y - radius:g} {x:g} {y - radius:g} "
        f"C {x + bend:g} {y - radius:g} {x + radius:g} {y - bend:g} {x + radius:g} {y:g} "
        f"C {x + radius:g} {y + bend:g} {x + bend:g} {y + radius:g} {x:g} {y + radius:g} "
        f"C {x - bend:g} {y + radius:g} {x - radius:g} {y + bend:g} {x - radius:g} {y:g} Z"
    )


def placed(path: str, scale: float, x: float, y: float) -> str:
    """Path data of absolute M, L, C and Z commands, made smaller or larger and moved."""
    words, moved, shifts = path.replace(",", " ").split(), [], (x, y)
    count = 0
    for word in words:
        if word.isalpha():
            moved.append(word)
        else:
            moved.append(f"{float(word) * scale + shifts[count % 2]:.1f}")
            count += 1
    return " ".join(moved)
