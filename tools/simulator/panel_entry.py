"""A panel of display/panels as the models want it: numbers instead of words.

`find(name)` -> id, controller, width, height, visible_width, x_offset (RAM column of the first
byte that is written), white_bit, busy_active, times_ms {on, off, full, partial}, and `lines`, what
the driver reads.
"""

from display import panels


def find(name):
    lines = panels.find(name)
    width, height = [int(word) for word in lines["size"].split(" ")]
    words = lines["times"].split(" ")
    offset = 0
    window = lines.get("win", "").split("; ")
    if window[0].startswith("44 "):
        offset = int(window[0].split(" ")[1], 16)
    return {
        "id": name,
        "lines": lines,
        "controller": lines["controller"],
        "width": width,
        "height": height,
        "visible_width": int(lines.get("visible", width)),
        "x_offset": offset,
        "white_bit": 1,
        "busy_active": int(lines["busy"]),
        "times_ms": {words[i]: int(words[i + 1]) for i in range(0, len(words), 2)},
    }
