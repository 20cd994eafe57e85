"""Makes a pool of rendered dice: what they look like, what their top face says.

    python3 sprites.py icons.npz DIR COUNT SEED [faint|icons|close|clear|ornate|sets]

writes DIR/pixels.npy (COUNT, PX, PX, 4 uint8; PX is 112) and DIR/labels.npz. "faint" makes
dice whose ink hardly differs from their plastic, most of them with pips; "icons" dice with icons alone;
"close" d6 whose twos lie along a side, close together, and whose ones are large, as on many Asian dice;
"clear" dice of clear plastic, in which the print of the sides behind is seen; "ornate" dice with frames and drawings around what they show;
"sets" d6 of which each SET that follow each other are of one kind and lie the same way, seen nearly from above:
for rows and blocks of dice that touch (scenes.py).
"""
import glob
import itertools
import os
import sys

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import solids
from solids import CELL, SHAPES

# What a face may say. A mark is a class of the reader: pips 1..6, any numeral, or unknown.
PIPS, NUMERAL, UNKNOWN = range(6), 6, 7
STRINGS = [str(i) for i in range(1, 21)] + ["0", "00"] + [str(i) for i in range(30, 100, 10)]
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
PX = 112
SET = 8  # d6 of one kind in a pool of sets

def glyphs():
    """Every string in every font that is installed, as CELL x CELL masks."""
    fonts = sorted(f for f in glob.glob("/usr/share/fonts/**/*.[to]tf", recursive=True)
                   if not any(w in f.lower() for w in ("italic", "oblique", "dingbat", "symbol", "d050000", "standardsymbols", "light", "thin")))
    bank = []
    for path in fonts:
        row = {}
        for s in STRINGS + ["6.", "9."]:
            font = ImageFont.truetype(path, 54)
            img = Image.new("L", (160, 110))
            draw = ImageDraw.Draw(img)
            draw.text((20, 15), s.rstrip("."), 255, font=font)
            a = np.array(img)
            ys, xs = np.nonzero(a > 40)
            if len(xs) == 0:
                break
            a = a[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
            if s.endswith("."):  # the mark that tells 6 from 9: a bar below
                a = np.vstack([a, np.zeros((5, a.shape[1]), np.uint8), np.full((6, a.shape[1]), 255, np.uint8)])
            row[s] = a
        else:
            bank.append(row)
    return bank


def place(mask, size, angle=0.0, at=(0.0, 0.0)):
    """Fits a mask into a face: its longer side is `size` of the face, turned by angle (rad)."""
    h, w = mask.shape
    k = size * CELL / max(h * 1.0, w * 1.0)
    c, s = np.cos(angle) * k, np.sin(angle) * k
    m = np.array([[c, -s, CELL / 2 * (1 + at[0]) - c * w / 2 + s * h / 2], [s, c, CELL / 2 * (1 + at[1]) - s * w / 2 - c * h / 2]], np.float32)
    return cv2.warpAffine(mask, m, (CELL, CELL), flags=cv2.INTER_AREA)


class Maker:
    def __init__(self, icons, rng, only=""):
        self.icons, self.rng, self.glyphs, self.only = icons, rng, glyphs(), only

    def color(self):
        """A colour of plastic, BGR; dice are often white, black or strong in colour."""
        r = self.rng
        k = r.random()
        if k < .22:
            return np.array([1, 1, 1]) * r.uniform(175, 250) + r.normal(0, 6, 3)
        if k < .27:
            return np.array([.8, .93, 1]) * r.uniform(190, 250)
        if k < .42:
            return np.array([1, 1, 1]) * r.uniform(12, 60) + r.normal(0, 4, 3)
        hsv = np.uint8([[[r.integers(180), r.integers(70, 256), r.integers(50, 256)]]])
        return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)

    def inks(self, kind, shape):
        """The ink of every face, and what each face says: (mark, string index or -1)."""
        r, n = self.rng, SIDES[shape]
        inks, says = np.zeros((n, CELL, CELL), np.uint8), [(UNKNOWN, -1)] * n
        if kind == "pips":
            size, spread = r.uniform(.13, .27), r.uniform(.42, .58)
            values = [1, 6, 2, 5, 3, 4] if r.random() < .5 else [1, 6, 3, 4, 2, 5]
            along = 0
            if self.only == "close":
                spread, along = r.uniform(.36, .58), r.uniform(.24, .52)
                size = min(size, .45 * spread, .85 * along)  # pips don't run into one another
            for f, v in enumerate(values):
                big = (r.uniform(1.2, 2) if along else 1.5) if v == 1 and (along or r.random() < .2) else 1
                inks[f] = solids.pip_mask(v, size * big, r, spread, along if v == 2 else 0)
                says[f] = (v - 1, -1)
        elif kind == "numerals":
            self._numerals(shape, inks, says)
        elif kind == "icons":
            self._icons(shape, inks)
        return (np.maximum(inks, self._ornament()) if self.only == "ornate" else inks), says

    def _numerals(self, shape, inks, says):
        r, n = self.rng, SIDES[shape]
        font = self.glyphs[r.integers(len(self.glyphs))]
        marked, frame = r.random() < .75, r.random() < .25
        around = self._frame() if frame else None
        strings = [str(i + 1) for i in range(n)]
        if shape == "d10":
            strings = [f"{i}0" if i else "00" for i in range(10)] if r.random() < .25 else [str(i) for i in range(10)]
        r.shuffle(strings)
        size = {"d4": .34, "d6": .62, "d8": .62, "d10": .68, "d12": .66, "d20": .62}[shape] * r.uniform(.75, 1.2)
        turn = r.choice([0, np.pi]) if shape == "d10" else r.choice([0, 1, 2]) * 2 * np.pi / 3 * (shape in ("d8", "d20"))
        for f in range(n):
            s = strings[f]
            says[f] = (NUMERAL, STRINGS.index(s))
            if shape == "d4":
                for k in range(4):
                    if k != f:
                        inks[f] = np.maximum(inks[f], self._d4_corner(f, k, font[strings[k]], size))
                continue
            key = s + "." if marked and s in "69" and n > 6 else s
            inks[f] = place(font[key], size * (1.15 if len(s) > 1 else 1), turn)
            if frame:
                inks[f] = np.maximum(inks[f], around)

    def _frame(self):
        """What ornate dice draw around their numerals: a square, rings, arcs, studs, or bits of a drawing at the rim."""
        r, m, kind = self.rng, np.zeros((CELL, CELL), np.uint8), self.rng.integers(5)
        width, at = int(r.integers(1, 3)), CELL // 2
        if kind == 0:
            e = int(r.integers(2, 8))
            cv2.rectangle(m, (e, e), (CELL - 1 - e, CELL - 1 - e), 255, width, cv2.LINE_AA)
        elif kind == 1:
            for k in range(r.integers(1, 3)):
                cv2.circle(m, (at, at), int(r.uniform(.40, .48) * CELL) - 4 * k, 255, width, cv2.LINE_AA)
        elif kind == 2:
            n, a = int(r.integers(3, 7)), r.uniform(0, 360)
            for k in range(n):
                cv2.ellipse(m, (at, at), (int(.44 * CELL),) * 2, 0, a + 360 * k / n, a + 360 * (k + r.uniform(.3, .8)) / n, 255, width, cv2.LINE_AA)
        elif kind == 3:
            n, a, size = int(r.integers(3, 9)), r.uniform(0, 6.28), int(r.integers(1, 4))
            for k in range(n):
                t = a + 2 * np.pi * k / n
                cv2.circle(m, (int(at + .43 * CELL * np.cos(t)), int(at + .43 * CELL * np.sin(t))), size, 255, -1, cv2.LINE_AA)
        else:
            m = place(self.icons[r.integers(len(self.icons))], 1.0)
            cv2.circle(m, (at, at), int(r.uniform(.36, .44) * CELL), 0, -1)
        return m if r.random() < .6 else (m * r.uniform(.3, .9)).astype(np.uint8)

    def _ornament(self):
        """What is around the middle of an ornate die's faces: several frames, and on every other die drawings that fill the face."""
        r = self.rng
        m = np.max([self._frame() for _ in range(r.integers(2, 5))], 0)
        if r.random() < .5:
            for _ in range(r.integers(2, 6)):
                m = np.maximum(m, place(self.icons[r.integers(len(self.icons))], r.uniform(.3, .7), r.uniform(0, 6.28), r.uniform(-.6, .6, 2)))
            cv2.circle(m, (CELL // 2, CELL // 2), int(r.uniform(.15, .32) * CELL), 0, -1)
        return m

    def _d4_corner(self, f, k, glyph, size):
        right, down = solids.face_axes("d4", f)
        to = -solids.NORMALS["d4"][k]
        d = np.array([to @ right, to @ down])
        d /= np.linalg.norm(d)
        return place(glyph, size, np.arctan2(d[0], -d[1]), d * .62)

    def _icons(self, shape, inks):
        r = self.rng
        if r.random() < .1:
            return  # blank dice
        own = self.icons[r.integers(len(self.icons), size=4)]
        for f in range(len(inks)):
            if r.random() < .06:
                continue
            icon, n = own[r.integers(4)], int(r.choice([1, 1, 1, 2, 3, 4, 5, 6])) if shape == "d6" else 1
            if self.only == "icons" and shape == "d6" and r.random() < .4:
                n = int(r.choice([2, 2, 3, 4, 5, 6]))
            if n == 1:
                inks[f] = place(icon, r.uniform(.6, .95), r.choice([0, .5, 1, 1.5]) * np.pi)
                continue
            size = {2: .42, 3: .4, 4: .4, 5: .33, 6: .33}[n] * r.uniform(.8, 1.1)
            pips = {2: [(-.45, -.45), (.45, .45)], 3: [(-.5, -.5), (0, 0), (.5, .5)] if r.random() < .5 else [(-.45, .4), (.45, .4), (0, -.45)],
                    4: [(-.45, -.45), (.45, -.45), (-.45, .45), (.45, .45)], 5: [(-.5, -.5), (.5, -.5), (-.5, .5), (.5, .5), (0, 0)],
                    6: [(-.45, -.6), (-.45, 0), (-.45, .6), (.45, -.6), (.45, 0), (.45, .6)]}[n]
            if self.only == "icons" and r.random() < .6:  # as close together as pips may be
                near = r.uniform(.6, 1)
                pips, size = [(near * x, near * y) for x, y in pips], size * max(near, .75)
                if n == 2 and r.random() < .6:
                    at = r.uniform(.24, .52)
                    pips, size = [(0, -at), (0, at)], min(r.uniform(.26, .46), .95 * at)
            for at in pips:
                inks[f] = np.maximum(inks[f], place(icon, size, 0, at))

    def look(self, shape, kind):
        r = self.rng
        body = self.color()
        two = r.random() < .3
        faint = self.only == "faint" or self.only == "close" and r.random() < .25
        for _ in range(40):
            if faint:
                ink = self.color()
                light = abs((ink - body) @ [.11, .59, .3])
                if 28 < np.abs(ink - body).max() < 75 or light < 40 and np.abs(ink - body).max() > 60:
                    break  # hardly another colour, or one as light
                continue
            ink = self.color() if r.random() < .4 else (np.full(3, 240.0) if body @ [.11, .59, .3] < 125 else np.full(3, 22.0))
            if np.abs(ink - body).max() > (40 if r.random() < .12 else 85):
                break
        a = r.uniform(0, 2 * np.pi)
        high = r.uniform(.35, 1)
        return {
            "body": body, "ink": ink, "body2": self.color() if two else None, "swirl": r.uniform(.5, 1.6), "sharp": r.uniform(.5, 2.5),
            "grain": r.choice([0, .1, .3]), "yaw": r.uniform(0, 2 * np.pi), "tilt": min(.62, abs(r.normal(0, .22))), "tilt_at": r.uniform(0, 2 * np.pi),
            "round": r.uniform(0, 1), "ball": {"d6": r.uniform(1.3, 1.68)}.get(shape, r.uniform(1.35, 3)), "far": r.uniform(8, 25),
            "light": np.array([np.cos(a) * (1 - high), np.sin(a) * (1 - high), high + .1]), "ambient": r.uniform(.3, .8),
            "gloss": r.choice([0, r.uniform(0, .5), r.uniform(.3, 1)]), "hard": r.uniform(8, 80), "engrave": r.uniform(0, 1),
            "drilled": r.uniform(.2, 1.2) if kind == "pips" and r.random() < .45 else 0,
            "glint": r.choice([0, r.uniform(0, .5), r.uniform(.4, 1.1)]), "pit": r.uniform(.8, 2.5),
            "cone": self.rays() if kind == "pips" and r.random() < .4 else None,
            "veins": r.uniform(.3, 1) if r.random() < .2 else 0, "vein": self.color(), "glitter": r.uniform(.5, 2.5) if r.random() < .12 else 0,
            "ghost": r.uniform(.2, .8) if r.random() < .15 else 0,
            "alpha": 1.0 if r.random() < .85 else r.uniform(.55, .9),
        } | ({"clear": r.uniform(.3, .95), "haze": r.uniform(.3, 1.2), "alpha": r.uniform(.4, .95), "ghost": 0} if self.only == "clear" else {})

    def rays(self):
        """Where lamps mirror in pips that are drilled to a point."""
        r = self.rng
        first, n = r.uniform(0, 2 * np.pi), r.integers(1, 4)
        return [(first + (k > 0) * r.normal(0, 1), r.uniform(-.1, .35), r.uniform(.5, .95), r.uniform(.06, .35), r.uniform(.25, 1)) for k in range(n)]

    def set(self):
        """SET d6 of one kind, their sides along the sprite's, as (picture, shape, what the top says)."""
        r = self.rng
        kind = r.choice(["pips", "numerals", "icons"], p=[.85, .08, .07])
        inks, says = self.inks(kind, "d6")
        look = self.look("d6", kind) | {"tilt": min(.2, abs(r.normal(0, .06))), "alpha": 1.0}
        if r.random() < .5:
            look["ball"], look["round"] = r.uniform(1.5, 1.73), r.uniform(0, .5)
        for _ in range(SET):
            top = int(r.integers(6))
            yaw = r.integers(4) * np.pi / 2
            bgra, _, _ = solids.render("d6", top, inks, look | {"yaw": yaw}, r, PX)
            yield bgra, SHAPES.index("d6"), says[top]

    def sprites(self, count):
        made = (s for _ in itertools.count() for s in self.set()) if self.only == "sets" else (self.sprite() for _ in itertools.count())
        return zip(range(count), made)

    def sprite(self):
        r = self.rng
        kind = r.choice(["pips", "numerals", "icons"], p={"faint": [.8, .15, .05], "icons": [0, 0, 1], "close": [1, 0, 0], "clear": [.75, .25, 0]}.get(self.only, [.5, .3, .2]))
        shape = "d6" if kind == "pips" else str(r.choice(SHAPES, p=[.14, .14, .17, .2, .16, .19] if kind == "numerals" else [.08, .6, .08, .08, .08, .08]))
        inks, says = self.inks(kind, shape)
        top = int(r.integers(SIDES[shape]))
        if self.only == "close" and r.random() < .4:
            top = says.index((1, -1))  # a two
        bgra, top_mask, hit = solids.render(shape, top, inks, self.look(shape, kind), r, PX)
        return bgra, SHAPES.index(shape), says[top]


def main(icons, folder, count, seed, only=""):
    count, seed = int(count), int(seed)
    rng = np.random.default_rng(seed)
    maker = Maker(np.load(icons)["masks"], rng, only)
    os.makedirs(folder, exist_ok=True)
    pixels = np.lib.format.open_memmap(f"{folder}/pixels.npy", "w+", np.uint8, (count, PX, PX, 4))
    shapes, marks, strings = (np.zeros(count, np.int16) for _ in range(3))
    for i, (picture, shape, said) in maker.sprites(count):
        pixels[i], shapes[i], (marks[i], strings[i]) = picture, shape, said
    np.savez(f"{folder}/labels.npz", shapes=shapes, marks=marks, strings=strings)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(*sys.argv[1:])
