"""Draws things that are no dice: what lies about on tables, as sprites with cover, and floors with a repeated pattern.

All is drawn from simple shapes in random proportions and colours; icons (CC BY 3.0, icons.py) serve as print, reliefs and tokens.
"""
import cv2
import numpy as np

from sprites import glyphs, place

PX = 160  # side of a thing's sprite
MID = PX / 2
LINE = cv2.LINE_AA


class Things:
    """Everything random comes from rng. icons: masks (N, px, px), or none."""

    def __init__(self, rng, icons=None):
        self.rng, self.icons, self.glyphs = rng, icons, glyphs()
        self.kinds = [self.key, self.pen, self.cap, self.coin, self.page, self.keyboard, self.cable, self.card, self.fruit, self.plug, self.board, self.button, self.nut, self.clip, self.remote,
                      self.phone, self.pills, self.eraser, self.token, self.cup, self.ruler, self.matches, self.watch, self.brick, self.socket, self.code, self.photo, self.glasses, self.leaf, self.spool] + [self.counter] * 4

    def tone(self, low=10):
        r = self.rng
        if r.random() < .4:
            return np.clip(r.uniform(low, 250) + r.normal(0, 6, 3), 0, 255)
        hsv = np.uint8([[[r.integers(180), r.integers(60, 256), r.integers(max(low, 40), 256)]]])
        return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)

    def metal(self):
        return np.clip(self.rng.uniform(90, 220) + np.array(self.rng.choice([(0, 0, 0), (-50, -10, 15), (-20, 0, 8)])), 0, 255)

    def unlike(self, c, least=60):
        for _ in range(30):
            t = self.tone()
            if np.abs(t - c).max() > least:
                return t
        return 255 - c

    def sprite(self):
        """BGRA uint8, PX x PX; the thing's longer side is about .8 of it, a smaller one of a thing that is long and thin."""
        r = self.rng
        img, cover = np.zeros((PX, PX, 3), np.uint8), np.zeros((PX, PX), np.uint8)
        self.kinds[r.integers(len(self.kinds))](img, cover)
        f = img.astype(np.float32)
        a = r.uniform(0, 6.28)
        y, x = np.mgrid[:PX, :PX].astype(np.float32) / PX - .5
        f *= (1 + r.uniform(0, .35) * (x * np.cos(a) + y * np.sin(a)))[..., None]
        soft = cv2.GaussianBlur(cover, (0, 0), r.uniform(1.5, 5)).astype(np.float32)  # round edges catch the light
        slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * np.cos(a) + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * np.sin(a)
        f += (r.uniform(0, 60) * slope / max(float(np.abs(slope).max()), 1))[..., None]
        f += r.normal(0, r.uniform(0, 6), f.shape)
        return np.dstack([np.clip(f, 0, 255), cover]).astype(np.uint8)

    # Strokes, on picture and cover at once.

    def disc(self, img, cover, at, radius, c, width=-1):
        p = tuple(int(v) for v in at)
        cv2.circle(img, p, max(1, int(radius)), tuple(map(float, c)), width, LINE)
        if cover is not None:
            cv2.circle(cover, p, max(1, int(radius)), 255, width, LINE)

    def poly(self, img, cover, pts, c):
        pts = np.int32(np.round(np.asarray(pts) * 16))
        cv2.fillPoly(img, [pts], tuple(map(float, c)), LINE, 4)
        if cover is not None:
            cv2.fillPoly(cover, [pts], 255, LINE, 4)

    def slab(self, img, cover, w, h, c, at=(MID, MID), corner=0.0):
        """A rectangle w x h with round corners (a share of its shorter side)."""
        (x, y), k = at, corner * min(w, h) / 2
        steps = np.linspace(0, np.pi / 2, 5 if k > .5 else 1)
        pts = []
        for q, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
            for t in steps:
                a = q * np.pi / 2 + t
                pts.append((x + sx * (w / 2 - k) + k * np.cos(a), y + sy * (h / 2 - k) + k * np.sin(a)))
        self.poly(img, cover, pts, c)

    def line(self, img, cover, pts, c, width):
        pts = np.int32(np.round(np.asarray(pts) * 16)).reshape(1, -1, 2)
        cv2.polylines(img, pts, False, tuple(map(float, c)), max(1, int(width)), LINE, 4)
        if cover is not None:
            cv2.polylines(cover, pts, False, 255, max(1, int(width)), LINE, 4)

    def word(self, img, at, size, c, text=None, width=1):
        text = text or "".join(chr(self.rng.integers(65, 123)) for _ in range(self.rng.integers(1, 9)))
        cv2.putText(img, text, (int(at[0]), int(at[1])), int(self.rng.choice([0, 2, 3, 4])), float(size), tuple(map(float, c)), width, LINE)

    def print(self, img, at, size, c):
        """An icon's silhouette, size px across, about a place."""
        if self.icons is None:
            return self.disc(img, None, at, size / 2, c)
        n, x, y = max(3, int(size)), int(at[0] - size / 2), int(at[1] - size / 2)
        m = cv2.resize(self.icons[self.rng.integers(len(self.icons))], (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        X, Y, U, V = max(x, 0), max(y, 0), min(x + n, img.shape[1]), min(y + n, img.shape[0])
        if U > X and V > Y:
            m = m[Y - y:V - y, X - x:U - x, None]
            img[Y:V, X:U] = img[Y:V, X:U] * (1 - m) + np.asarray(c) * m

    # The things.

    def key(self, img, cover):
        r, c = self.rng, self.metal()
        bow, x = r.uniform(14, 24), r.uniform(32, 44)
        if r.random() < .4:
            self.slab(img, cover, 2 * bow, 2 * bow * r.uniform(.8, 1.2), self.tone(), (x, MID), r.uniform(.2, 1))
        else:
            self.disc(img, cover, (x, MID), bow, c)
        t, end = r.uniform(5, 10), r.uniform(110, 145)
        self.poly(img, cover, [(x + bow - 2, MID - t / 2), (end, MID - t / 2), (end + t / 2, MID), (end, MID + t / 2), (x + bow - 2, MID + t / 2)], c)
        for k in np.arange(end - 45, end, r.uniform(5, 9)):
            deep = r.uniform(2, 8)
            self.poly(img, cover, [(k, MID), (k + 6, MID), (k + 4, MID + t / 2 + deep), (k + 1, MID + t / 2 + deep)], c)
        hole = (int(x - bow * .4), int(MID))
        cv2.circle(img, hole, int(bow * r.uniform(.2, .4)), (0, 0, 0), -1, LINE)
        cv2.circle(cover, hole, int(bow * r.uniform(.2, .4)), 0, -1, LINE)
        self.line(img, None, [(x + bow, MID - 1), (end - 4, MID - 1)], c * .6, 1)

    def pen(self, img, cover):
        r, c = self.rng, self.tone()
        t = r.uniform(6, 13)
        self.slab(img, cover, 116, t, c, corner=.4)
        self.poly(img, cover, [(138, MID - t / 2), (152, MID - 1), (152, MID + 1), (138, MID + t / 2)], self.unlike(c))
        self.slab(img, cover, r.uniform(8, 45), t * 1.15, self.tone(), (r.uniform(25, 70), MID), .2)
        if r.random() < .6:
            self.line(img, cover, [(24, MID - t / 4), (62, MID - t / 4)], self.metal(), 2)
        self.line(img, None, [(30, MID - t / 4), (134, MID - t / 4)], np.clip(c + 70, 0, 255), 1)
        if r.random() < .4:
            self.word(img, (60, MID + 3), .3, self.unlike(c))

    def cap(self, img, cover):
        r, c = self.rng, self.tone()
        n, radius = int(r.integers(18, 30)), r.uniform(46, 60)
        a = np.linspace(0, 2 * np.pi, 8 * n)
        rim = radius * (1 + r.uniform(.02, .06) * np.cos(n * a))
        self.poly(img, cover, np.stack([MID + rim * np.cos(a), MID + rim * np.sin(a)], 1), c * r.uniform(.6, 1))
        self.disc(img, None, (MID, MID), radius * .84, c)
        k = self.unlike(c)
        if r.random() < .7:
            self.disc(img, None, (MID, MID), radius * r.uniform(.6, .8), k, int(r.integers(1, 5)))
        if r.random() < .7:
            self.print(img, (MID, MID), radius * r.uniform(.6, 1.2), k)
        else:
            self.word(img, (MID - 36, MID + 8), .9, k, width=2)

    def coin(self, img, cover):
        r, c = self.rng, self.metal()
        radius = r.uniform(46, 60)
        self.disc(img, cover, (MID, MID), radius, c)
        if r.random() < .3:
            self.disc(img, None, (MID, MID), radius * .7, self.metal())
        self.disc(img, None, (MID, MID), radius * .92, c * .7, 2)
        k = c * r.choice([.65, .8, 1.2])
        self.print(img, (MID, MID), radius * r.uniform(.8, 1.3), np.clip(k, 0, 255))
        if r.random() < .5:
            self.word(img, (MID - 14, MID + 12), 1.3, np.clip(c * .6, 0, 255), str(r.choice([1, 2, 5, 10, 20, 50])), 3)

    def page(self, img, cover):
        """Print: lines of words, headlines and boxes on paper."""
        r, c = self.rng, self.tone(120)
        w, h = r.uniform(80, 140), r.uniform(50, 140)
        self.slab(img, cover, w, h, c)
        ink, y, step, size = self.unlike(c, 100), MID - h / 2 + 6, r.uniform(6, 16), r.uniform(.22, .6)
        while y < MID + h / 2 - 2:
            x = MID - w / 2 + 5
            while x < MID + w / 2 - 12:
                self.word(img, (x, y), size, ink)
                x += r.uniform(16, 60)
            y += step
        for _ in range(r.integers(0, 3)):
            at = (MID + r.uniform(-.35, .35) * w, MID + r.uniform(-.35, .35) * h)
            self.slab(img, None, r.uniform(10, 44), r.uniform(8, 40), self.tone(), at, r.choice([0, .3, 1]))
            self.print(img, at, r.uniform(8, 26), self.tone())
        img[cover == 0] = 0

    def keyboard(self, img, cover):
        r, c = self.rng, self.tone()
        self.slab(img, cover, 148, 110, c * r.uniform(.4, 1), corner=.1)
        k = c if r.random() < .5 else self.tone()
        ink, step = self.unlike(k, 90), r.uniform(16, 30)
        low, high = MID - 52 + step / 2, MID + 54 - step / 2
        for row, y in enumerate(np.arange(low, high, step)):
            x = 12 + step * (.5 + .3 * (row % 3))
            while x < 148 - step / 2:
                wide = step * (1 if r.random() < .88 else r.choice([1.5, 2]))
                at = (x + (wide - step) / 2, y)
                if at[0] + wide / 2 < 152:
                    self.slab(img, None, wide - 3, step - 3, np.clip(k * 1.0, 0, 255), at, .3)
                    self.word(img, (at[0] - step * .2, at[1] + step * .1), step / 50, ink, "".join(chr(r.integers(33, 91)) for _ in range(1 if wide == step else 4)))
                x += wide
        img[cover == 0] = 0

    def cable(self, img, cover):
        r, c = self.rng, self.tone()
        t = np.linspace(0, 1, 40)
        walk = np.stack([10 + 140 * t, MID + r.uniform(10, 50) * np.sin(t * r.uniform(2, 9) + r.uniform(0, 6))], 1)
        wide = r.uniform(3, 9)
        self.line(img, cover, walk, c, wide)
        self.line(img, None, walk - [0, wide / 5], np.clip(c + 60, 0, 255), max(1, wide / 4))
        if r.random() < .5:
            self.slab(img, cover, 26, wide * 2.2, c, walk[-1] - [14, 0], .2)

    def card(self, img, cover):
        r, c = self.rng, self.tone(190)
        w, h = r.uniform(62, 100), r.uniform(100, 140)
        self.slab(img, cover, w, h, c, corner=.15)
        ink = np.array([(20, 20, 200), (20, 20, 20), (150, 40, 20)][r.integers(3)], float)
        if r.random() < .5:
            cols, rows = int(r.integers(1, 4)), int(r.integers(1, 5))
            icon = self.rng.integers(1 << 30)
            for x in np.linspace(-.28, .28, cols) if cols > 1 else [0]:
                for y in np.linspace(-.34, .34, rows) if rows > 1 else [0]:
                    keep, self.rng = self.rng, np.random.default_rng(icon)
                    self.print(img, (MID + x * w, MID + y * h), r.uniform(14, 16), ink)
                    self.rng = keep
            s = str(r.integers(2, 11))
            self.word(img, (MID - w / 2 + 4, MID - h / 2 + 15), .5, ink, s)
        else:
            self.slab(img, None, w * .85, h * .85, self.tone(), corner=.1)
            for _ in range(r.integers(1, 12)):
                self.print(img, (MID + r.uniform(-.35, .35) * w, MID + r.uniform(-.35, .35) * h), r.uniform(10, 40), self.tone())

    def fruit(self, img, cover):
        r, c = self.rng, self.tone(80)
        a, radius = np.linspace(0, 2 * np.pi, 60), r.uniform(44, 60)
        out = radius * (1 + r.uniform(0, .06) * np.cos(r.integers(2, 6) * a + r.uniform(0, 6)))
        self.poly(img, cover, np.stack([MID + out * np.cos(a), MID + out * np.sin(a) * r.uniform(.75, 1)], 1), c)
        y, x = np.mgrid[:PX, :PX] - MID
        lx, ly = r.normal(0, .3, 2) * radius
        lit = np.clip(1.25 - ((x - lx) ** 2 + (y - ly) ** 2) / (1.6 * radius) ** 2, .2, 1.3)
        img[:] = np.clip(img * lit[..., None], 0, 255)
        if r.random() < .5:
            self.disc(img, None, (MID + r.normal(0, 14), MID + r.normal(0, 14)), r.uniform(2, 7), c * .35)
        for _ in range(r.integers(0, 40)):
            self.disc(img, None, MID + r.normal(0, radius * .35, 2), 1, np.clip(c * r.uniform(.5, 1.3), 0, 255))

    def plug(self, img, cover):
        """A USB plug, or another with holes in its metal."""
        r, m = self.rng, self.metal()
        w = r.uniform(22, 44)
        self.slab(img, cover, r.uniform(46, 70), w * 1.3, self.tone(), (46, MID), .25)
        self.slab(img, cover, r.uniform(36, 60), w, m, (96, MID), .05)
        hole, apart = r.uniform(5, 9), w * r.uniform(.2, .28)
        dark = m * r.uniform(.1, .45)
        for s in (-1, 1):
            self.slab(img, None, hole * r.uniform(.9, 1.6), hole, dark, (r.uniform(95, 104), MID + s * apart), r.choice([0, 0, 1]))
        if r.random() < .5:
            self.line(img, cover, [(2, MID), (26, MID)], self.tone(), w * .3)
        if r.random() < .4:
            self.print(img, (44, MID), 18, self.tone())

    def board(self, img, cover):
        """A board with holes or printed spots in rows, as for pegs, in many of which a die's pips might be seen."""
        r, c = self.rng, self.tone()
        w, h = r.uniform(70, 146), r.uniform(50, 146)
        self.slab(img, cover, w, h, c, corner=r.choice([0, .2]))
        step = r.uniform(9, 24)
        radius, hole = step * r.uniform(.15, .38), np.clip(c * r.uniform(.1, .6), 0, 255) if r.random() < .7 else self.unlike(c)
        skip = r.uniform(0, .5)
        for x in np.arange(-w / 2 + step / 2, w / 2 - radius, step):
            for y in np.arange(-h / 2 + step / 2, h / 2 - radius, step):
                if r.random() > skip:
                    at = (MID + x, MID + y)
                    self.disc(img, None, at, radius, hole)
                    if radius > 3:
                        self.disc(img, None, (at[0] + 1, at[1] + 1), radius * .7, np.clip(hole * 1.3 + 8, 0, 255))
        if r.random() < .4:
            self.line(img, None, [(MID - w / 2, MID), (MID + w / 2, MID)], self.unlike(c), r.uniform(1, 5))

    def button(self, img, cover):
        r, c = self.rng, self.tone()
        radius = r.uniform(44, 60)
        self.disc(img, cover, (MID, MID), radius, c)
        self.disc(img, None, (MID, MID), radius * r.uniform(.65, .85), np.clip(c * r.uniform(.7, 1.2), 0, 255), int(r.integers(2, 6)))
        n, far = int(r.choice([2, 4])), radius * r.uniform(.2, .32)
        for k in range(n):
            a = 2 * np.pi * k / n + .78
            at = (int(MID + far * np.cos(a)), int(MID + far * np.sin(a)))
            cv2.circle(img, at, int(radius * .11), tuple(map(float, c * .25)), -1, LINE)
            if r.random() < .5:
                cv2.circle(cover, at, int(radius * .09), 0, -1, LINE)

    def nut(self, img, cover):
        r, c = self.rng, self.metal()
        n, radius = int(r.choice([6, 6, 4, 30])), r.uniform(44, 58)
        a = np.arange(n) * 2 * np.pi / n
        self.poly(img, cover, np.stack([MID + radius * np.cos(a), MID + radius * np.sin(a)], 1), c)
        inner = int(radius * r.uniform(.35, .6))
        if r.random() < .6:
            cv2.circle(img, (int(MID),) * 2, inner, (0, 0, 0), -1, LINE)
            cv2.circle(cover, (int(MID),) * 2, inner, 0, -1, LINE)
        else:  # a screw's head
            self.disc(img, None, (MID, MID), radius * .8, np.clip(c * 1.1, 0, 255))
            for t in (0, 1)[:r.integers(1, 3)]:
                d = np.array([np.cos(t * 1.57), np.sin(t * 1.57)]) * radius * .55
                self.line(img, None, [MID - d, MID + d], c * .3, 6)
        self.disc(img, None, (MID, MID), radius * .75, c * .75, 1)

    def clip(self, img, cover):
        r, c = self.rng, self.metal() if self.rng.random() < .6 else self.tone()
        w, pts = r.uniform(14, 24), []
        for k, (half, left, right) in enumerate([(w, 14, 140), (w * .75, 30, 140), (w * .5, 30, 118)]):
            pts += [(left, MID - half), (right, MID - half), (right + 6, MID), (right, MID + half), (left, MID + half)]
        self.line(img, cover, pts[:r.integers(8, len(pts))], c, r.uniform(2, 5))

    def remote(self, img, cover):
        r, c = self.rng, self.tone()
        h = r.uniform(34, 60)
        self.slab(img, cover, 146, h, c, corner=r.uniform(.1, .6))
        k, step = self.unlike(c), r.uniform(10, 17)
        for x in np.arange(20, 142, step):
            for y in np.arange(MID - h / 2 + step * .8, MID + h / 2 - step * .5, step):
                if r.random() < .85:
                    tone = k if r.random() < .85 else self.tone()
                    self.slab(img, None, step * .6, step * .6, tone, (x, y), r.choice([.2, 1]))
                    if step > 12 and r.random() < .6:
                        self.word(img, (x - 3, y + 3), .25, self.unlike(tone), str(r.integers(10)))

    def phone(self, img, cover):
        r, c = self.rng, self.tone(5) * self.rng.choice([.2, .5, 1])
        w, h = r.uniform(60, 76), r.uniform(120, 146)
        self.slab(img, cover, w, h, c, corner=r.uniform(.1, .35))
        if r.random() < .5:
            side, at = r.uniform(20, 34), (MID - w / 2 + 22, MID - h / 2 + 24)
            self.slab(img, None, side, side * r.choice([1, 1.6]), np.clip(c + r.uniform(-15, 30), 0, 255), at, .5)
            for k in range(r.integers(1, 5)):
                p = (at[0] + side * .25 * (-1) ** k, at[1] + side * .25 * (-1) ** (k // 2))
                self.disc(img, None, p, side * .17, np.array((25, 20, 20.)))
                self.disc(img, None, (p[0] - 1, p[1] - 1), 1, np.array((190, 170, 170.)))
        else:
            self.slab(img, None, w * .92, h * .86, self.tone())
            for _ in range(r.integers(3, 20)):
                at = (MID + r.uniform(-.38, .38) * w, MID + r.uniform(-.36, .36) * h)
                self.slab(img, None, 9, 9, self.tone(), at, .5)

    def pills(self, img, cover):
        r, c = self.rng, self.metal()
        self.slab(img, cover, 140, 70, c, corner=.15)
        step, tone = r.uniform(20, 30), self.tone()
        for x in np.arange(24, 140, step):
            for y in (MID - 17, MID + 17):
                self.disc(img, None, (x, y), step * .38, np.clip(c * 1.15, 0, 255))
                if r.random() < .8:
                    self.slab(img, None, step * .55, step * r.choice([.3, .55]), tone, (x, y), 1)
                    self.disc(img, None, (x - 2, y - 2), 1, np.array((255, 255, 255.)))

    def eraser(self, img, cover):
        """An eraser, a lighter, a battery, a memory stick: a bar of two or three colours."""
        r, x, h = self.rng, 20.0, self.rng.uniform(24, 56)
        while x < 136:
            w = min(r.uniform(14, 90), 140 - x)
            self.slab(img, cover, w, h * r.uniform(.9, 1), self.tone(), (x + w / 2, MID), r.choice([0, .1, .3]))
            if r.random() < .4:
                self.word(img, (x + 2, MID + 5), .5, self.tone())
            x += w

    def token(self, img, cover):
        """A counter with a picture, a piece cut to an outline, a meeple."""
        r, c = self.rng, self.tone()
        if self.icons is None or r.random() < .5:
            n = int(r.choice([8, 40, 40, 40]))
            a, radius = np.arange(n) * 2 * np.pi / n, r.uniform(44, 60)
            self.poly(img, cover, np.stack([MID + radius * np.cos(a), MID + radius * np.sin(a)], 1), c)
            if r.random() < .6:
                self.disc(img, None, (MID, MID), radius * .8, self.unlike(c), 2)
            self.print(img, (MID, MID), radius * r.uniform(.7, 1.3), self.unlike(c))
        else:
            m = self.icons[r.integers(len(self.icons))]
            n = 124
            cover[18:18 + n, 18:18 + n] = cv2.resize(m, (n, n), interpolation=cv2.INTER_CUBIC)
            img[:] = c

    def counter(self, img, cover):
        """A counter with a number, round, oval or with corners, on a tile of a board or not."""
        r = self.rng
        wide = r.uniform(40, 66)
        if r.random() < .5:
            n = int(r.choice([4, 6, 6, 40]))
            a, radius = np.arange(n) * 2 * np.pi / n + r.uniform(0, 6), r.uniform(60, 76)
            self.poly(img, cover, np.stack([MID + radius * np.cos(a), MID + radius * np.sin(a)], 1), self.tone())
            grain = cv2.resize(r.normal(0, r.uniform(2, 25), (PX // 4, PX // 4, 3)), (PX, PX), interpolation=cv2.INTER_CUBIC)
            img[:] = np.clip(img + grain, 0, 255)
            wide = r.uniform(24, 42)
        n, thin, turn, c = int(r.choice([3, 4, 5, 6, 8, 40, 40, 40, 40])), r.uniform(.6, 1), r.uniform(0, 6.28), self.tone()
        a = np.arange(n) * 2 * np.pi / n
        x, y = wide * np.cos(a), wide * thin * np.sin(a)
        self.poly(img, cover, np.stack([MID + x * np.cos(turn) - y * np.sin(turn), MID + x * np.sin(turn) + y * np.cos(turn)], 1), c)
        if r.random() < .4:
            self.disc(img, None, (MID, MID), wide * thin * .8, self.unlike(c), int(r.integers(1, 4)))
        font = self.glyphs[r.integers(len(self.glyphs))]
        self.inked(img, place(font[str(r.integers(1, 21))], r.uniform(.5, .9), r.uniform(0, 6.28)), wide * thin, self.unlike(c))

    def inked(self, img, mask, half, c):
        """Prints a mask in the sprite's middle, 2 half px wide."""
        m = cv2.resize(mask, (int(2 * half),) * 2).astype(np.float32)[..., None] / 255
        at = int(MID) - len(m) // 2
        roi = img[at:at + len(m), at:at + len(m)]
        roi[:] = roi * (1 - m) + c * m

    def cup(self, img, cover):
        r, radius = self.rng, 64
        self.disc(img, cover, (MID, MID), radius, self.tone())
        for k in np.sort(r.uniform(.2, .97, r.integers(1, 5)))[::-1]:
            self.disc(img, None, (MID + r.normal(0, 2), MID + r.normal(0, 2)), radius * k, self.tone(), int(r.choice([-1, 2, 5])))

    def ruler(self, img, cover):
        r, c = self.rng, self.tone(100)
        h = r.uniform(14, 34)
        self.slab(img, cover, 150, h, c)
        k, step = self.unlike(c, 100), r.uniform(4, 8)
        for n, x in enumerate(np.arange(8, 152, step)):
            self.line(img, None, [(x, MID - h / 2), (x, MID - h / 2 + h * (.45 if n % 5 == 0 else .25))], k, 1)
            if n % 5 == 0:
                self.word(img, (x - 3, MID + h / 2 - 3), .28, k, str(n // 5))

    def matches(self, img, cover):
        r = self.rng
        wood, head = self.tone(130), self.tone()
        for _ in range(r.integers(1, 5)):
            a, at, half = r.uniform(0, 6.28), MID + r.normal(0, 10, 2), r.uniform(40, 62)
            d = np.array([np.cos(a), np.sin(a)]) * half
            self.line(img, cover, [at - d, at + d], wood, r.uniform(3, 6))
            self.disc(img, cover, at + d, r.uniform(3, 6), head)

    def watch(self, img, cover):
        r, c = self.rng, self.tone()
        self.disc(img, cover, (MID, MID), 60, self.metal())
        self.disc(img, None, (MID, MID), 52, c)
        k = self.unlike(c)
        for h in range(12):
            a = h * np.pi / 6
            d = np.array([np.cos(a), np.sin(a)])
            if r.random() < .5:
                self.line(img, None, [MID + 42 * d, MID + 49 * d], k, 2)
            else:
                self.word(img, MID + 42 * d + [-4, 4], .35, k, str(h + 1))
        for far in (30, 42):
            a = r.uniform(0, 6.28)
            self.line(img, None, [(MID, MID), MID + far * np.array([np.cos(a), np.sin(a)])], k, 2)

    def brick(self, img, cover):
        """A building brick: studs of its own colour."""
        r, c = self.rng, self.tone()
        cols, rows = int(r.integers(2, 7)), int(r.integers(1, 4))
        step = min(140 / cols, 120 / rows, 40)
        self.slab(img, cover, cols * step, rows * step, c)
        a, edge = r.uniform(0, 6.28), np.clip(c * r.uniform(.5, .8), 0, 255)
        for x in range(cols):
            for y in range(rows):
                at = (MID + (x - (cols - 1) / 2) * step, MID + (y - (rows - 1) / 2) * step)
                self.disc(img, None, (at[0] + 2 * np.cos(a), at[1] + 2 * np.sin(a)), step * .31, edge)
                self.disc(img, None, at, step * .29, np.clip(c * 1.08, 0, 255))

    def socket(self, img, cover):
        r, c = self.rng, self.tone(120)
        self.slab(img, cover, 120, 120, c, corner=.15)
        self.disc(img, None, (MID, MID), 42, c * r.uniform(.75, .95))
        a = r.choice([0, 1.57])
        for s in (-1, 1):
            self.disc(img, None, (MID + s * 18 * np.cos(a), MID + s * 18 * np.sin(a)), r.uniform(4, 7), c * .2)
            self.slab(img, None, 8, 5, self.metal(), (MID + s * 39 * np.sin(a), MID + s * 39 * np.cos(a)))

    def code(self, img, cover):
        """Bars, or squares like a QR code, with wide white around them."""
        r = self.rng
        w, h = r.uniform(80, 140), r.uniform(50, 130)
        self.slab(img, cover, w, h, np.array((245., 245, 245)))
        if r.random() < .5:
            x = MID - w * .42
            while x < MID + w * .42:
                t = r.uniform(1, 5)
                self.slab(img, None, t, h * .7, np.array((15., 15, 15)), (x, MID - 4))
                x += t + r.uniform(1, 6)
            self.word(img, (MID - w * .4, MID + h * .45), .4, np.array((15., 15, 15)), str(r.integers(10 ** 8)))
        else:
            n, side = int(r.integers(12, 26)), min(w, h) * .8
            m = (r.random((n, n)) < .5).astype(np.uint8)
            for y, x in ((0, 0), (0, n - 5), (n - 5, 0)):
                m[y:y + 5, x:x + 5] = 1
                m[y + 1:y + 4, x + 1:x + 4] = 0
                m[y + 2, x + 2] = 1
            s, x, y = int(side), int(MID - side / 2), int(MID - side / 2)
            big = cv2.resize(m, (s, s), interpolation=cv2.INTER_NEAREST)
            img[y:y + s, x:x + s][big > 0] = 15

    def photo(self, img, cover):
        """A picture in a magazine: soft blobs, edges, an icon or two."""
        r, w, h = self.rng, self.rng.uniform(70, 145), self.rng.uniform(60, 140)
        self.slab(img, cover, w, h, self.tone())
        for _ in range(r.integers(4, 20)):
            at, k = MID + r.uniform(-.45, .45, 2) * [w, h], r.uniform(3, 30)
            if r.random() < .5:
                self.disc(img, None, at, k, self.tone())
            elif r.random() < .5:
                self.slab(img, None, k * r.uniform(.4, 3), k, self.tone(), at, r.choice([0, .3]))
            else:
                self.print(img, at, k * 2, self.tone())
        if r.random() < .6:
            img[:] = cv2.GaussianBlur(img, (0, 0), r.uniform(.5, 3))

    def glasses(self, img, cover):
        r, c = self.rng, self.tone()
        for s in (-1, 1):
            self.disc(img, cover, (MID + s * 36, MID), r.uniform(26, 32), c, int(r.integers(2, 6)))
        self.line(img, cover, [(MID - 10, MID - 4), (MID + 10, MID - 4)], c, 4)

    def leaf(self, img, cover):
        r, c = self.rng, self.tone()
        a = np.linspace(0, 2 * np.pi, 60)
        wide = r.uniform(18, 46)
        self.poly(img, cover, np.stack([MID + 66 * np.cos(a), MID + wide * np.sin(a) * np.abs(np.sin(a)) ** r.uniform(0, 1)], 1), c)
        self.line(img, None, [(MID - 66, MID), (MID + 66, MID)], c * .7, 2)
        for x in np.arange(-45, 50, r.uniform(8, 18)):
            for s in (-1, 1):
                self.line(img, None, [(MID + x, MID), (MID + x + 10, MID + s * wide * .6)], c * .8, 1)
        img[cover == 0] = 0

    def spool(self, img, cover):
        """A roll of tape, a washer, a ring: a disc with a wide hole."""
        r, radius = self.rng, self.rng.uniform(48, 64)
        self.disc(img, cover, (MID, MID), radius, self.tone())
        self.disc(img, None, (MID, MID), radius * .8, self.tone(), int(r.integers(1, 6)))
        inner = int(radius * r.uniform(.3, .75))
        cv2.circle(cover, (int(MID),) * 2, inner, 0, -1, LINE)

    def pattern(self, h, w):
        """A floor with a motif that repeats, woven, printed or knotted; uint8 BGR."""
        r = self.rng
        floor = np.empty((h, w, 3), np.uint8)
        floor[:] = self.tone()
        step = int(r.integers(14, 72))
        cell = np.zeros((step, step, 3), np.uint8)
        a = floor[0, 0].astype(float)
        cell[:] = a if r.random() < .6 else self.tone()
        for _ in range(r.integers(1, 4)):
            k, at = self.unlike(a, 35), (step / 2, step / 2)
            kind = r.integers(5)
            if kind == 0:
                self.disc(cell, None, at, step * r.uniform(.1, .4), k, int(r.choice([-1, 1, 2])))
            elif kind == 1:
                self.slab(cell, None, step * r.uniform(.3, .9), step * r.uniform(.3, .9), k, at, r.choice([0, 0, .4]))
            elif kind == 2:
                d = step * r.uniform(.2, .48)
                self.poly(cell, None, [(step / 2 - d, step / 2), (step / 2, step / 2 - d), (step / 2 + d, step / 2), (step / 2, step / 2 + d)], k)
            elif kind == 3:
                self.print(cell, at, step * r.uniform(.4, .95), k)
            else:
                n, far = int(r.integers(2, 7)), step * r.uniform(.15, .35)
                for t in range(n):
                    self.disc(cell, None, (step / 2 + far * np.cos(6.28 * t / n), step / 2 + far * np.sin(6.28 * t / n)), max(1, step * .07), k)
        other = cell if r.random() < .5 else np.ascontiguousarray(cell[:, ::-1])
        rows = [np.hstack([[cell, other][(x + y) % 2] for x in range(w // step + 2)]) for y in range(h // step + 2)]
        out = np.vstack(rows)[:h, :w].astype(np.float32)
        y, x = np.mgrid[:h, :w].astype(np.float32)
        slow = r.uniform(1, 7)
        out = cv2.remap(out, x + slow * np.sin(y / 41 + r.uniform(0, 6)), y + slow * np.sin(x / 37 + r.uniform(0, 6)), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        weave = np.sin(x / r.uniform(.7, 2.5)) * np.sin(y / r.uniform(.7, 2.5))
        out *= (1 + r.uniform(0, .25) * weave)[..., None]
        return np.clip(out + r.normal(0, r.uniform(0, 8), out.shape), 0, 255).astype(np.uint8)
