"""Draws the icons of @iconify-json/game-icons (CC BY 3.0) as masks.

    npm pack @iconify-json/game-icons && tar xzf *.tgz
    python3 icons.py package/icons.json RESERVED.txt icons.npz
    python3 icons.py package/icons.json RESERVED.txt icons96.npz 96

Icons named in RESERVED.txt are left out: they measure what unseen icons do. So are icons like pips, but for
the networks for faces (96 px), to which pips are icons too.
Sheets of 20 x 20 icons go through rsvg-convert (librsvg2-bin), 64 px an icon unless told otherwise.
"""
import json
import subprocess
import sys

import cv2
import numpy as np

SIDE = 20
# Icons that look like pips or dice would teach that pips are unknown.
LIKE_PIPS = ("dice", "plain-", "circle", "square", "domino", "button", "ball", "dot", "ring", "orb", "hole", "bubble", "pill", "stone", "egg", "cube", "moon", "coin", "pearl", "grid", "abacus")


def sheet(bodies, px):
    cells = []
    for i, body in enumerate(bodies):
        x, y = i % SIDE * px, i // SIDE * px
        cells.append(f'<g transform="translate({x} {y}) scale({px / 512})">{body.replace("currentColor", "#fff")}</g>')
    full = SIDE * px
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{full}" height="{full}"><rect width="{full}" height="{full}" fill="#000"/>{"".join(cells)}</svg>'
    png = subprocess.run(["rsvg-convert"], input=svg.encode(), capture_output=True, check=True).stdout
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)


def main(icons_json, reserved_txt, out, px=64):
    px = int(px)
    avoid = LIKE_PIPS if px == 64 else ()
    with open(reserved_txt) as f:
        reserved = {line.strip() for line in f}
    with open(icons_json) as f:
        icons = {k: v["body"] for k, v in json.load(f)["icons"].items() if k not in reserved and not any(w in k for w in avoid)}
    names, masks = sorted(icons), []
    for at in range(0, len(names), SIDE * SIDE):
        part = names[at:at + SIDE * SIDE]
        img = sheet([icons[n] for n in part], px)
        masks += [img[i // SIDE * px:][:px, i % SIDE * px:][:, :px] for i in range(len(part))]
    np.savez_compressed(out, names=names, masks=np.array(masks))
    print(len(names), "icons")


if __name__ == "__main__":
    main(*sys.argv[1:])
