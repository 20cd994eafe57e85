"""Draws dice for the icon network: the same printed face twice, in other light, from elsewhere.

Prints are composed flat and laid on the faces of a solid by homographies, which is about ten times
quicker than sprites.py and good enough for faces. Lengths are in half sides of a d6.
"""
import glob

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from solids import _about, _normals, _turn_to

SHAPES = ["d4", "d6", "d8", "d10", "d12", "d20"]
TURNS = {"d4": 3, "d6": 4, "d8": 3, "d10": 1, "d12": 5, "d20": 3}
CANVAS, FACE, BOX, DIE = 128, 64, 80, 56  # px: a flat print, a cut face, a cut die and the die in it
STRINGS = [str(i) for i in range(1, 21)] + ["0", "00"] + [str(i) for i in range(30, 100, 10)]


class Solid:
    """A solid with its face (d4: vertex) 0 up: corners of each face, and each face's frame (right, down)."""

    def __init__(self, shape, steep=.9):
        n = _normals(shape)
        if shape == "d10":
            n = np.array([s * np.array([np.cos(2 * np.pi * i / 5), np.sin(2 * np.pi * i / 5), steep]) for i in range(5) for s in (1, -1)])
            n /= np.linalg.norm(n, axis=1, keepdims=True)
        n = n @ _turn_to(-n[0] if shape == "d4" else n[0], np.array([0, 0, 1.0])).T
        self.shape, self.normals = shape, n
        # The corners are where three planes meet and nothing lies outside.
        corners = []
        for i in range(len(n)):
            for j in range(i):
                for k in range(j):
                    m = n[[i, j, k]]
                    if abs(np.linalg.det(m)) > 1e-4:
                        p = np.linalg.solve(m, np.ones(3))
                        if (n @ p < 1 + 1e-6).all() and all(np.linalg.norm(p - q) > 1e-5 for q in corners):
                            corners.append(p)
        self.corners = corners = np.array(corners)
        self.faces, self.frames = [], []
        for f in n:
            p = corners[corners @ f > 1 - 1e-5]
            c = p.mean(0)
            far = p[np.linalg.norm(p - c, axis=1).argmax()]
            up = (far - c) / np.linalg.norm(far - c)
            if shape == "d6":  # its edges, not its corners
                up = _about(f, np.pi / 4) @ up
            right = np.cross(up, f)
            a = np.arctan2((p - c) @ up, (p - c) @ right)
            self.faces.append(p[np.argsort(a)])
            self.frames.append((c, right, -up))
        # Half the side of the square that is cut out around a face.
        reach = np.linalg.norm(self.faces[0] - self.frames[0][0], axis=1).max()
        self.half = reach * {"d4": .9, "d6": .8, "d8": .86, "d10": .9, "d12": 1.0, "d20": .92}[shape]
        self.radius = np.linalg.norm(corners, axis=1).max()


# A d10's sides may be steeper or flatter.
SOLIDS = {s: [Solid(s)] for s in SHAPES if s != "d10"} | {"d10": [Solid("d10", k) for k in (.56, .62, .68, .76, .84, .92)]}


def glyphs(size=80):
    """Every string in every upright font that is installed, as masks cut to their ink: {font: {string: mask}}."""
    fonts = sorted(f for f in glob.glob("/usr/share/fonts/**/*.[to]tf", recursive=True)
                   if not any(w in f.lower() for w in ("italic", "oblique", "dingbat", "symbol", "d050000", "standardsymbols", "thin", "hairline", "initials")))
    bank = {}
    for path in fonts:
        row = {}
        for s in STRINGS:
            img = Image.new("L", (240, 160))
            ImageDraw.Draw(img).text((30, 20), s, 255, font=ImageFont.truetype(path, size))
            a = np.array(img)
            ys, xs = np.nonzero(a > 40)
            if len(xs) == 0:
                break
            row[s] = a[ys.min():ys.max() + 1, xs.min():xs.max() + 1]
        else:
            bank[path] = row
    return bank


def noises(rng, n=160, px=256):
    """Clouds and swirls, 0 to 1."""
    out = []
    for _ in range(n):
        z, gain, cells = np.zeros((px, px), np.float32), 1.0, rng.uniform(3, 7)
        stretch = rng.uniform(.4, 2)
        for _ in range(4):
            z += gain * cv2.resize(rng.random((int(cells) + 2, int(cells * stretch) + 2)).astype(np.float32), (px, px), interpolation=cv2.INTER_CUBIC)
            cells, gain = cells * 2.1, gain * rng.uniform(.35, .65)
        if rng.random() < .7:  # folds of one cloud in another
            y, x = np.mgrid[:px, :px].astype(np.float32)
            k = rng.uniform(10, 60)
            z = cv2.remap(z, x + k * (z - 1), y + k * (z.T - 1), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        lo, hi = np.percentile(z, (2, 98))
        out.append(np.clip((z - lo) / (hi - lo + 1e-6), 0, 1))
    return np.stack(out)


def laid(canvas, mask, size, angle, at):
    """Puts a mask on a canvas: its longer side `size` of half the canvas, turned (rad, clockwise), its middle at `at` (-1..1)."""
    h, w = mask.shape
    k = size * CANVAS / 2 / max(h, w)
    if k < .5:
        f = max(k * 1.2, .08)
        mask = cv2.resize(mask, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        k *= w / mask.shape[1]
        h, w = mask.shape
    c, s = np.cos(angle) * k, np.sin(angle) * k
    m = np.array([[c, -s, CANVAS / 2 * (1 + at[0]) - c * w / 2 + s * h / 2], [s, c, CANVAS / 2 * (1 + at[1]) - s * w / 2 - c * h / 2]], np.float32)
    return np.maximum(canvas, cv2.warpAffine(mask, m, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR))


PLACES = {
    2: [[(-.45, -.45), (.45, .45)], [(-.5, 0), (.5, 0)], [(.45, -.45), (-.45, .45)]],
    3: [[(-.52, -.52), (0, 0), (.52, .52)], [(-.46, .42), (.46, .42), (0, -.46)], [(-.46, -.42), (.46, -.42), (0, .46)]],
    4: [[(-.47, -.47), (.47, -.47), (-.47, .47), (.47, .47)], [(0, -.58), (0, .58), (-.58, 0), (.58, 0)]],
    5: [[(-.56, -.56), (.56, -.56), (-.56, .56), (.56, .56), (0, 0)]],
    6: [[(-.46, -.62), (-.46, 0), (-.46, .62), (.46, -.62), (.46, 0), (.46, .62)], [(-.62, -.42), (0, -.42), (.62, -.42), (-.62, .42), (0, .42), (.62, .42)]],
}
COPY_SIZE = {2: .8, 3: .74, 4: .78, 5: .62, 6: .58}
# The largest icon's side on a face, in halves of the cut square.
ROOM = {"d4": .5, "d6": 1.5, "d8": .9, "d10": .95, "d12": 1.15, "d20": .76}


class Print:
    """How a die's faces are laid out."""

    def __init__(self, rng, shape):
        self.shape, self.size = shape, rng.uniform(.74, 1.12)
        self.places = {n: p[rng.integers(len(p))] for n, p in PLACES.items()}
        self.spread = rng.uniform(.85, 1.05)
        self.turn = rng.choice([0, 1]) * np.pi / TURNS[shape] if rng.random() < .3 else 0.0
        self.radial = rng.random() < .06
        self.numeral_at = rng.choice([0, 1]) * np.pi / 3  # terrain dice: at a corner or at an edge
        self.numeral_size = rng.uniform(.15, .42)
        self.numeral_far = rng.uniform(.4, .62)
        self.numeral_turn = rng.choice([0, .5, 1, 1.5]) * np.pi if rng.random() < .6 else 0.0
        self.font = None

    def icon(self, mask, copies):
        c = np.zeros((CANVAS, CANVAS), np.uint8)
        room = ROOM[self.shape] * self.size
        if copies == 1:
            return laid(c, mask, room, self.turn, (0, 0))
        k = room / 1.45 * (1 if self.shape == "d6" else 1.1)
        for x, y in self.places[copies]:
            a = np.arctan2(x, -y) if self.radial else 0
            x, y = x * self.spread * k, y * self.spread * k
            co, si = np.cos(self.turn), np.sin(self.turn)
            c = laid(c, mask, COPY_SIZE[copies] * k, self.turn + a, (co * x - si * y, si * x + co * y))
        return c

    def numeral(self, font, text, marked):
        c = np.zeros((CANVAS, CANVAS), np.uint8)
        g = font[text]
        if marked and text in ("6", "9"):
            h, w = g.shape
            g = np.vstack([g, np.zeros((h // 9, w), np.uint8), np.full((max(3, h // 9), w), 255, np.uint8)])
        k = ROOM[self.shape] * self.size * .85
        return laid(c, g, k * max(1, .8 * g.shape[1] / g.shape[0]), self.turn, (0, 0))

    def terrain(self, mask, font, text):
        c = laid(np.zeros((CANVAS, CANVAS), np.uint8), mask, ROOM[self.shape] * self.size * .85, self.turn + self.numeral_turn * (self.numeral_at > 0), (0, .08))
        a = self.numeral_at
        return laid(c, font[text], self.numeral_size, self.numeral_turn, (np.sin(a) * self.numeral_far, -np.cos(a) * self.numeral_far))

    def corner(self, own, others):
        """A d4 from above: three faces meet; near the middle each shows the upper corner's mark. Returns a print for one face."""
        c = np.zeros((CANVAS, CANVAS), np.uint8)
        for k, m in enumerate((own, *others)):
            a = 2 * np.pi * k / 3
            c = laid(c, m, ROOM["d4"] * self.size, a, (np.sin(a) * .5, -np.cos(a) * .5))
        return c


def pips(rng, n):
    """A d6 face's pips as masks: plain, and drilled to a point, where lamps glint in each."""
    s, size = rng.uniform(.36, .58), rng.uniform(.09, .21)
    spots = {1: [(0, 0)], 2: [(-s, -s), (s, s)], 3: [(-s, -s), (0, 0), (s, s)], 4: [(-s, -s), (s, -s), (-s, s), (s, s)],
             5: [(-s, -s), (s, -s), (-s, s), (s, s), (0, 0)], 6: [(-s, -s), (-s, 0), (-s, s), (s, -s), (s, 0), (s, s)]}[n]
    radius = size * CANVAS / 2 * (1.4 if n == 1 else 1)
    at = [CANVAS / 2 * (1 + .85 * np.array(spot)) for spot in spots]
    plain = np.zeros((CANVAS, CANVAS), np.uint8)
    for x, y in at:
        cv2.circle(plain, (int(x), int(y)), max(2, int(radius)), 255, -1, cv2.LINE_AA)
    out = [plain]
    for _ in range(3):
        c = plain.copy()
        for way in rng.uniform(0, 2 * np.pi, rng.integers(1, 4)):
            wide, far, left = rng.uniform(.08, .45), rng.uniform(.5, 1.05), int(rng.integers(0, 150))
            for x, y in at:
                a = way + rng.normal(0, .12)
                tip = [[x + far * radius * np.cos(a + k * wide), y + far * radius * np.sin(a + k * wide)] for k in (-1, 0, 1)]
                cv2.fillPoly(c, [np.round(np.array([[x, y], *tip]) * 16).astype(np.int32)], left, cv2.LINE_AA, 4)
        out.append(c)
    return out


def color(r):
    """A colour of plastic or ink, BGR."""
    k = r.random()
    if k < .2:
        return np.array([1, 1, 1]) * r.uniform(170, 250) + r.normal(0, 6, 3)
    if k < .36:
        return np.array([1, 1, 1]) * r.uniform(10, 60) + r.normal(0, 4, 3)
    return cv2.cvtColor(np.uint8([[[r.integers(180), r.integers(60, 256), r.integers(45, 256)]]]), cv2.COLOR_HSV2BGR)[0, 0].astype(float)


class Look:
    """A die's plastic and ink."""

    def __init__(self, rng, hard):
        r = self.rng = rng
        apart = r.uniform(55, 110) if r.random() < .25 + .2 * hard else 110
        swirled = r.random() < .35 * hard  # two plastics that differ more than the paint from either
        for _ in range(60):
            self.body, self.ink = color(r), (color(r) if r.random() < .4 else np.full(3, r.choice([18.0, 240.0])))
            self.body2 = color(r) if swirled or r.random() < .6 else self.body + r.normal(0, 25, 3)
            luma = np.array([.114, .587, .299])
            d = [np.abs(self.ink - b).max() * .4 + abs((self.ink - b) @ luma) for b in (self.body, self.body2)]
            if min(d) > (min(apart, 90) if swirled else apart) and not (swirled and np.abs(self.body - self.body2).max() < 110):
                break
        self.body, self.body2, self.ink = (np.clip(v, 4, 252).astype(np.float32) for v in (self.body, self.body2, self.ink))
        self.kind = int(r.integers(12))
        self.sharp = r.uniform(2, 7) if swirled else r.uniform(.5, 4)
        self.scale = r.uniform(.5, 1.6)
        self.flecked = r.random() < .1 * hard  # specks of the second plastic, or of none else
        self.engrave = r.uniform(0, 1) * (r.random() < .6)
        self.only = r.random() < .06  # engraved, hardly inked
        self.worn = r.uniform(.05, .5) if r.random() < .3 else 0
        self.gloss = r.choice([0, r.uniform(0, .5), r.uniform(.2, 1)])
        self.round = r.uniform(.01, .13)  # radius of its edges; what a d6 has is larger, and now and then a ball cuts its corners off
        self.round6 = r.uniform(.02, .42)
        self.ball = r.uniform(1.25, 1.6) if r.random() < .25 else None


class Painter:
    def __init__(self, rng):
        self.rng = rng
        self.noise = noises(rng)
        self.bodies = {}

    def cloud(self, px, scale):
        r = self.rng
        z = self.noise[r.integers(len(self.noise))]
        n = int(np.clip(256 * scale, 40, 250))
        y, x = r.integers(256 - n, size=2)
        return cv2.resize(z[y:y + n, x:x + n], (px, px), interpolation=cv2.INTER_LINEAR)

    def view(self, shape, prints, look, hard, lean=None):
        """A picture of a die as a camera takes it. prints: flat masks, the top face's first. lean: how far the line of sight leans, rad; None for what goes with the difficulty.
        Returns the picture (BGR), the die's box (x0, y0, x1, y1), the cut face's square (middle, half its side, px; turn, rad) and
        which way the top face looks: its normal's part along the picture, to the right and down."""
        r, s = self.rng, SOLIDS[shape][look.kind % len(SOLIDS[shape])]
        size = np.exp(r.uniform(np.log(30 if hard > .8 else 42), np.log(130)))
        px = int(size * 1.5)
        yaw, at = r.uniform(0, 2 * np.pi, 2)
        if lean is None:
            lean = r.uniform(0, .1 + .38 * hard) if r.random() < .5 else min(.5, abs(r.normal(0, .05 + .13 * hard)))
        far = s.radius * np.exp(r.uniform(np.log(7), np.log(40)))
        turn = _about([np.cos(at), np.sin(at), 0], lean) @ _about([0, 0, 1], yaw)
        def project(p):
            q = p @ turn.T
            k = far / (far - q[..., 2:])
            return q[..., :2] * k * [1, -1]
        flat = project(s.corners)
        lo, hi = flat.min(0), flat.max(0)
        k = size / (hi - lo).max()
        mid = (lo + hi) / 2
        shift = px / 2 + r.uniform(-1, 1, 2)
        to_px = lambda p: (project(p) - mid) * k + shift
        cam = turn.T @ [0, 0, far]
        seen = [f for f in range(len(s.normals)) if s.normals[f] @ (cam - s.normals[f]) > .03]
        # Plastic and light.
        light = np.array([*r.normal(0, .6, 2), 1.0])
        light /= np.linalg.norm(light)
        ambient = r.uniform(.35, .85)
        corner = [np.round(to_px(s.faces[f]) * 16).astype(np.int32) for f in seen]
        rho = look.round6 if shape == "d6" else look.round
        cover = np.zeros((px, px), np.uint8)
        hull = cv2.convexHull(np.round(to_px(s.corners * (1 - rho)) * 16).astype(np.int32))
        cv2.fillConvexPoly(cover, hull, 255, cv2.LINE_AA, 4)
        cv2.polylines(cover, [hull], True, 255, max(1, round(2 * rho * k)), cv2.LINE_AA, 4)
        if shape == "d6" and look.ball:
            disc = np.zeros_like(cover)
            x, y = np.round(to_px(np.zeros(3)) * 16).astype(int)
            cv2.circle(disc, (int(x), int(y)), int(look.ball * k * 16), 255, -1, cv2.LINE_AA, 4)
            cover = np.minimum(cover, disc)
        shade = np.full((px, px), 1, np.float32)
        lit = [float(ambient + (1 - ambient) * max(0, turn @ s.normals[f] @ light)) * (1 + r.normal(0, .05)) for f in seen]
        for c, v in zip(corner, lit):
            cv2.fillConvexPoly(shade, c, v, cv2.LINE_8, 4)
        shade = cv2.GaussianBlur(shade, (0, 0), .4 + .6 * rho * k)
        for f, v in zip(seen, lit):
            flat = np.round(to_px(s.faces[f] * (1 - rho) + rho * s.normals[f]) * 16).astype(np.int32)
            cv2.fillConvexPoly(shade, flat, v, cv2.LINE_8, 4)
        edge = r.normal(0, .5)
        if abs(edge) > .25:
            lines = np.zeros((px, px), np.uint8)
            cv2.polylines(lines, corner, True, 255, max(1, int(size * r.uniform(.01, .045) + .5 * rho * k)), cv2.LINE_AA, 4)
            shade *= 1 + edge * .5 * cv2.GaussianBlur(lines, (0, 0), size * .015 + .3).astype(np.float32) / 255
        if r.random() < .7:
            g = r.normal(0, .25, 2)
            ramp = np.linspace(-1, 1, px, dtype=np.float32)
            shade *= 1 + g[0] * ramp + g[1] * ramp[:, None]
        shade = cv2.GaussianBlur(shade, (0, 0), .4 + .15 * rho * k)
        # Ink.
        ink = np.zeros((px, px), np.uint8)
        square = np.float32([[0, 0], [CANVAS, 0], [CANVAS, CANVAS], [0, CANVAS]])
        for i, f in enumerate(seen):
            first = f == 0 if shape != "d4" else True
            p = prints[0] if first else prints[1 + i % (len(prints) - 1)]
            if not first and r.random() < .1:
                continue
            c, right, down = s.frames[f]
            if shape == "d4":  # the corner that points up
                apex = s.faces[f][s.faces[f][:, 2].argmax()]
                up = (apex - c) / np.linalg.norm(apex - c)
                right, down = np.cross(up, s.normals[f]), -up
            h = s.half
            if shape != "d4" and not first:
                t = r.choice([0, 1, 2]) * 2 * np.pi / 3
                right, down = np.cos(t) * right + np.sin(t) * down, np.cos(t) * down - np.sin(t) * right
            quad = np.float32(to_px(np.array([c - h * right - h * down, c + h * right - h * down, c + h * right + h * down, c - h * right + h * down])))
            q = CANVAS
            side = np.linalg.norm(quad[1] - quad[0])
            if side < CANVAS * .6:
                q = max(8, int(side * 1.15))
                p = cv2.resize(p, (q, q), interpolation=cv2.INTER_AREA)
            one = cv2.warpPerspective(p, cv2.getPerspectiveTransform(square * (q / CANVAS), quad), (px, px), flags=cv2.INTER_LINEAR)
            ink = np.maximum(ink, one)
        a = ink.astype(np.float32) * (1 / 255)
        if look.worn:
            a *= np.clip(1 - look.worn * 3 * (self.cloud(px, .9) - .45), 0, 1)
        t = np.clip((self.cloud(px, look.scale * .5) - .5) * look.sharp + .5, 0, 1)[..., None]
        if look.flecked:
            t = np.clip((self.cloud(px, .5 + .48 * look.scale) - r.uniform(.66, .8)) * 14, 0, 1)[..., None]
        body = look.body + (look.body2 - look.body) * t
        paint = body * .55 if look.only else look.ink
        pic = body + (paint - body) * a[..., None]
        if look.engrave or look.only:
            dx, dy = (light[:2] * 1.5).round(1)
            m = np.float32([[1, 0, dx * size / 90], [0, 1, -dy * size / 90]])
            shade = shade * (1 + (look.engrave * .6 + .5 * look.only) * (a - cv2.warpAffine(a, m, (px, px))))
        pic *= shade[..., None]
        if r.random() < .06 + .12 * (look.gloss > 0):  # a side that throws a lamp or a window straight back
            side = np.zeros((px, px), np.float32)
            cv2.fillConvexPoly(side, corner[0 if r.random() < .7 else r.integers(len(corner))], float(r.uniform(.15, .75)), cv2.LINE_AA, 4)
            if r.random() < .6:  # brighter towards one end
                g = r.normal(0, 1, 2)
                ramp = np.linspace(-1, 1, px, dtype=np.float32)
                side *= np.clip(.6 + g[0] * ramp + g[1] * ramp[:, None], 0, 1)
            pic = pic + (255 - pic) * side[..., None]
        if look.gloss and r.random() < .7:
            pic = self.shine(pic, size, look.gloss * r.uniform(.3, 1))
        # What it lies on.
        floor = self.floor(px)
        if r.random() < .8:
            off = r.normal(0, .12, 2) * size
            sh = cv2.warpAffine(cover, np.float32([[1, 0, off[0]], [0, 1, off[1]]]), (px, px))
            sh = cv2.blur(sh, (int(size * r.uniform(.03, .3)) | 1,) * 2)
            floor *= (1 - sh.astype(np.float32) * (r.uniform(.2, .8) / 255))[..., None]
        pic = floor + (pic - floor) * (cover.astype(np.float32) / 255)[..., None]
        if r.random() < .3:
            pic = self.neighbour(pic, size)
        ys, xs = np.nonzero(cover > 127)
        box = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1], float) - .5
        # The cut face's square in the picture: a similarity, though the camera may lean.
        if shape == "d4":
            # Midway between the corner above and the middle of the base; the direction is that of one side.
            apex, base, e = s.corners[s.corners[:, 2].argmax()], np.array([0, 0, -1.0]), 1e-3
            up = -s.normals[seen[0]] * [1, 1, 0]
            up = up / np.linalg.norm(up)
            right = np.cross(up, [0, 0, 1.0])
            c0 = (to_px(apex) + to_px(base)) / 2
            jac = np.stack([to_px(e * right) - to_px(0 * right), to_px(-e * up) - to_px(0 * up)], 1) / e * s.radius * .92
        else:
            c, right, down = s.frames[0]
            c0, e = to_px(c), 1e-3
            jac = np.stack([to_px(c + e * right) - c0, to_px(c + e * down) - c0], 1) / e * s.half
        a0 = np.arctan2(jac[1, 0] - jac[0, 1], jac[0, 0] + jac[1, 1])
        scale = np.sqrt(abs(np.linalg.det(jac)))
        return pic, box, (c0, scale, a0), turn[:2, 2] * [1, -1]

    def floor(self, px):
        r = self.rng
        a, b = color(r).astype(np.float32), color(r).astype(np.float32)
        if r.random() < .7:
            b = a + r.normal(0, 30, 3).astype(np.float32)
        return a + (b - a) * self.cloud(px, r.uniform(.2, 1))[..., None]

    def neighbour(self, pic, size):
        """A piece of another die that touches."""
        r, px = self.rng, len(pic)
        a, d = r.uniform(0, 6.28), size * r.uniform(1.0, 1.25)
        c = (px / 2 + np.cos(a) * d, px / 2 + np.sin(a) * d)
        w = size * r.uniform(.7, 1)
        quad = cv2.boxPoints((c, (w, w), float(r.uniform(0, 90))))
        own = np.zeros(pic.shape[:2], np.uint8)
        cv2.fillConvexPoly(own, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        t = self.cloud(px, .5)[..., None]
        tone = color(r) + (color(r) - color(r)) * .5 * t
        return pic + (tone.astype(np.float32) - pic) * (own.astype(np.float32) / 255)[..., None]

    def shine(self, pic, size, strength):
        """A lamp or a window mirrored in a face."""
        r, px = self.rng, len(pic)
        spot = np.zeros((px, px), np.float32)
        c = px / 2 + r.normal(0, .25, 2) * size
        k = r.random()
        if k < .1:  # a lamp that is a ring
            cv2.circle(spot, tuple((c).astype(int)), max(2, int(size * r.uniform(.06, .4))), 1.0, max(1, int(size * r.uniform(.01, .06))), cv2.LINE_AA)
        elif k < .4:
            cv2.ellipse(spot, (tuple(c), tuple(size * r.uniform(.08, .5, 2)), float(r.uniform(0, 180))), 1.0, -1)
        elif k < .7:
            cv2.fillConvexPoly(spot, cv2.boxPoints((tuple(c), tuple(size * r.uniform(.08, .6, 2)), float(r.uniform(0, 180)))).astype(np.int32), 1.0)
        else:
            a = r.uniform(0, 3.14)
            d = np.array([np.cos(a), np.sin(a)]) * size
            cv2.line(spot, tuple((c - d).astype(int)), tuple((c + d).astype(int)), 1.0, max(1, int(size * r.uniform(.02, .2))))
        spot = cv2.blur(spot, (int(size * r.uniform(.02, .35)) | 1,) * 2) * strength
        return pic + (255 - pic) * spot[..., None]

    def spoil(self, f, hard):
        """What cameras do to a picture."""
        r = self.rng
        if r.random() < .85:
            f = np.clip(f, 0, 255)
            f = cv2.pow(f * np.float32(1 / 255), r.uniform(.65, 1.35)) * np.float32(255)
            gain = r.uniform(.65, 1.35) if r.random() < .88 else r.uniform(1.3, 2.1)  # now and then the light is burnt out
            f = f * ((1 + r.normal(0, .1, 3)) * gain).astype(np.float32) + np.float32(r.uniform(-10, 16))
        if r.random() < .06:
            f = np.repeat(f.mean(-1, keepdims=True), 3, -1)
        if r.random() < .6:
            f = cv2.GaussianBlur(f, (0, 0), r.uniform(.3, .6 + 1.0 * hard))
        if r.random() < .1 * hard:
            n = int(r.integers(2, 5))
            k = np.zeros((n, n), np.float32)
            k[n // 2] = 1 / n
            f = cv2.filter2D(f, -1, k if r.random() < .5 else k.T)
        if r.random() < .7:
            noise = np.empty(f.shape, np.float32)
            cv2.randn(noise, 0, r.uniform(1, 5 + 11 * hard))
            if r.random() < .4:
                noise = cv2.blur(noise, (2, 2)) * 1.6
            f = f + noise
        if r.random() < .3:
            f = f + (f - cv2.GaussianBlur(f, (0, 0), 1.2)) * r.uniform(.3, 1.2)
        out = np.clip(f, 0, 255).astype(np.uint8)
        if r.random() < .5:
            out = cv2.imdecode(cv2.imencode(".jpg", out, [1, int(r.integers(40, 95))])[1], 1)
        return out


def cut(img, center, scale, angle, px, half_px):
    """Cuts a square: `center` (px) in its middle, `scale` px of the picture on half_px px, turned upright by `angle`."""
    k = scale / half_px
    if k > 1.6:
        f = 1.25 / k
        img = cv2.resize(img, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        center, k = (np.asarray(center) + .5) * f - .5, k * f
    c, s = np.cos(angle) * k, np.sin(angle) * k
    o = (px - 1) / 2
    m = np.array([[c, -s, center[0] - c * o + s * o], [s, c, center[1] - s * o - c * o]])
    return cv2.warpAffine(img, m, (px, px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
