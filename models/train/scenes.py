"""Composes training pictures from sprites, and cuts them from photographs.

A Sprites pool comes from sprites.py. Photos are COCO sets whose licence allows
training (see README.md); sets left out of a fold are never opened.
"""
import itertools
import json
import os

import cv2
import numpy as np

from sprites import STRINGS, UNKNOWN, NUMERAL, SET

SHAPES = ["d4", "d6", "d8", "d10", "d12", "d20"]
TILE, STRIDE, CROP, DIE = 256, 4, 80, 56  # px; DIE is a die's longer side in a CROP
THINGS = 500  # sprites of things that are no dice, drawn once for a run


class Sprites:
    def __init__(self, folders):
        self.pixels = [np.load(f"{f}/pixels.npy", mmap_mode="r") for f in folders]
        labels = [np.load(f"{f}/labels.npz") for f in folders]
        self.shapes, self.marks, self.strings = (np.concatenate([x[k] for x in labels]) for k in ("shapes", "marks", "strings"))
        self.starts = np.cumsum([0] + [len(p) for p in self.pixels])

    def __len__(self):
        return self.starts[-1]

    def __getitem__(self, i):
        k = int(np.searchsorted(self.starts, i, "right")) - 1
        return self.pixels[k][i - self.starts[k]]


def _octaves(rng, h, w, cells, stretch=1.0):
    out, gain = np.zeros((h, w), np.float32), 1.0
    for _ in range(4):
        a = rng.random((max(2, int(cells)), max(2, int(cells * stretch)))).astype(np.float32)
        out += gain * cv2.resize(a, (w, h), interpolation=cv2.INTER_CUBIC)
        cells, gain = cells * 2.3, gain * .6
    out -= out.min()
    return out / max(out.max(), 1e-6)


def background(rng, h, w):
    """Felt, wood, weave, carpet, checked cloth, slats, print, plain or cluttered; uint8 BGR."""
    def tone():
        hsv = np.uint8([[[rng.integers(180), int(255 * rng.beta(1.2, 2)), rng.integers(15, 256)]]])
        return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    kind, a = rng.integers(9), tone()
    b = np.clip(a + rng.normal(0, 40, 3), 0, 255) if rng.random() < .7 else tone()
    if kind == 0:
        m = _octaves(rng, h, w, 2) * rng.uniform(0, .5)
    elif kind == 1:
        m = _octaves(rng, h, w, rng.uniform(8, 60))
    elif kind == 2:
        m = np.sin(_octaves(rng, h, w, 3, rng.uniform(.05, .2)) * rng.uniform(10, 60)) * .5 + .5
    elif kind == 3:
        y, x = np.mgrid[:h, :w]
        p, q = rng.uniform(2, 14, 2)
        m = .5 + .5 * np.sin(x / p * (1 + .05 * _octaves(rng, h, w, 5))) * np.sin(y / q)
    elif kind == 4:
        m = (_octaves(rng, h, w, rng.uniform(20, 90)) > .5).astype(np.float32) * rng.uniform(.2, 1)
    else:
        m = _octaves(rng, h, w, 4) ** 2
        if kind > 5:
            m *= .3
    img = a + (b - a) * m[..., None]
    if kind == 6:
        img = checked(rng, img, tone)
    elif kind == 7:
        img = slats(rng, img, tone())
    elif kind == 8:
        img = printed(rng, img, tone)
    img += rng.normal(0, rng.uniform(0, 12), img.shape)
    if rng.random() < .5:
        img = clutter(rng, np.ascontiguousarray(np.clip(img, 0, 255).astype(np.uint8)), tone).astype(np.float32)
    return np.clip(img, 0, 255).astype(np.uint8)


def checked(rng, img, tone):
    """Cloth with stripes both ways, woven or printed."""
    h, w = img.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    a = rng.uniform(0, np.pi)
    weave = .5 + .5 * np.sin((x + y * rng.choice([-1, 1])) / rng.uniform(.8, 4))
    for along in (x * np.cos(a) + y * np.sin(a), y * np.cos(a) - x * np.sin(a)):
        step = rng.uniform(40, 220)
        for _ in range(rng.integers(0, 4)):
            wide, at, c = rng.uniform(2, 30), rng.uniform(0, step), tone()
            on = ((along - at) % step < wide) * (1 - rng.uniform(0, .8) * weave) * rng.uniform(.3, 1)
            img = img + (c - img) * on[..., None]
    return img * (1 + .12 * (_octaves(rng, h, w, 120) - .5))[..., None]


def slats(rng, img, thread):
    """Bamboo, wicker, planks: rows with round backs, and threads across them."""
    h, w = img.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    x, y = (y, x) if rng.random() < .5 else (x, y)
    row = rng.uniform(4, 40)
    tall = (y + 2 * _octaves(rng, h, w, 3)) / row
    img = img * (1 - rng.uniform(.1, .8) * np.abs((tall % 1) - .5) ** rng.uniform(1, 4) * 2)[..., None]
    img = img * (1 + rng.uniform(0, .5) * np.sin(np.floor(tall) * 12.9898))[..., None]
    far = rng.uniform(15, 90)
    on = ((x + far * .5 * (np.floor(tall) % 2) * rng.integers(2)) % far < rng.uniform(1, 6)) * rng.uniform(0, 1)
    return img + (thread - img) * on[..., None]


def printed(rng, img, tone):
    """Maps, forms, pages: patches, fine lines and writing."""
    h, w = img.shape[:2]
    img = np.ascontiguousarray(np.clip(img, 0, 255).astype(np.uint8))
    for _ in range(rng.integers(0, 14)):
        pts = rng.random(2) * [w, h] + rng.normal(0, rng.uniform(20, 120), (rng.integers(4, 9), 2))
        cv2.fillPoly(img, [cv2.convexHull(pts.astype(np.int32))], tuple(float(v) for v in tone()), cv2.LINE_AA)
    img = cv2.GaussianBlur(img, (0, 0), rng.uniform(.3, 3))
    for _ in range(rng.integers(0, 30)):
        walk = np.cumsum(rng.normal(0, rng.uniform(3, 12), (rng.integers(3, 30), 2)), 0) + rng.random(2) * [w, h]
        cv2.polylines(img, [walk.astype(np.int32)], False, tuple(float(v) for v in tone()), int(rng.integers(1, 3)), cv2.LINE_AA)
    ink = tuple(float(v) for v in tone())
    for _ in range(rng.integers(0, 40)):
        text = "".join(chr(rng.integers(97, 123)) for _ in range(rng.integers(2, 14)))
        cv2.putText(img, text, (int(rng.integers(-30, w)), int(rng.integers(h))), int(rng.choice([0, 1, 2, 3])), float(rng.uniform(.25, .9)), ink, 1, cv2.LINE_AA)
    if rng.random() < .7:
        img = np.ascontiguousarray(np.rot90(img, rng.integers(4)))
    return img.astype(np.float32)


def clutter(rng, img, tone):
    """Things that are no dice: rims, cables, coins, cards, writing, dots."""
    h, w = img.shape[:2]
    for _ in range(rng.integers(1, 7)):
        c = tuple(float(v) for v in tone())
        x, y = int(rng.integers(w)), int(rng.integers(h))
        k = rng.integers(6)
        if k == 0:
            cv2.line(img, (x, y), (int(rng.integers(w)), int(rng.integers(h))), c, int(rng.integers(1, 14)), cv2.LINE_AA)
        elif k == 1:
            cv2.circle(img, (x, y), int(rng.integers(3, 60)), c, int(rng.choice([-1, -1, 2, 5])), cv2.LINE_AA)
        elif k == 2:
            box = cv2.boxPoints(((x, y), (float(rng.uniform(10, 260)), float(rng.uniform(4, 90))), float(rng.uniform(0, 180))))
            cv2.fillPoly(img, [box.astype(np.int32)], c, cv2.LINE_AA)
        elif k == 3:
            cv2.putText(img, "".join(chr(rng.integers(48, 91)) for _ in range(rng.integers(1, 9))), (x, y), int(rng.choice([0, 1, 2, 3])), float(rng.uniform(.4, 2)), c, int(rng.integers(1, 4)), cv2.LINE_AA)
        elif k == 4:
            r = int(rng.integers(2, 6))
            for _ in range(rng.integers(2, 9)):
                cv2.circle(img, (x + int(rng.normal(0, 18)), y + int(rng.normal(0, 18))), r, c, -1, cv2.LINE_AA)
        else:
            pts = np.array([[x, y]]) + rng.normal(0, rng.uniform(10, 90), (rng.integers(3, 7), 2))
            cv2.fillPoly(img, [cv2.convexHull(pts.astype(np.int32))], c, cv2.LINE_AA)
    return img


def paste(img, mask, sprite, center, size, angle, rng, shadow):
    """Lays a sprite (die about `size` px) on img with its shadow; adds to mask; returns its box."""
    PX = sprite.shape[0]
    k = size / (PX * .52)
    c, s = np.cos(angle) * k, np.sin(angle) * k
    m = np.array([[c, -s, center[0] - (c - s) * PX / 2], [s, c, center[1] - (s + c) * PX / 2]])
    r = int(PX * k * .75) + 2
    x0, y0 = int(center[0]) - r, int(center[1]) - r
    if k < .6:  # keep small dice from aliasing
        sprite = cv2.resize(sprite, None, fx=k * 1.5, fy=k * 1.5, interpolation=cv2.INTER_AREA)
        f = PX / sprite.shape[0]
        m = np.hstack([m[:, :2] * f, m[:, 2:]])
    m[:, 2] -= (x0, y0)
    s = cv2.warpAffine(sprite, m, (2 * r, 2 * r), flags=cv2.INTER_LINEAR)
    alpha = s[..., 3].astype(np.float32) / 255
    ys, xs = np.nonzero(alpha > .4)
    if len(xs) == 0:
        return None
    h, w = img.shape[:2]
    X0, Y0, X1, Y1 = max(x0, 0), max(y0, 0), min(x0 + 2 * r, w), min(y0 + 2 * r, h)
    if X1 <= X0 or Y1 <= Y0:
        return None
    cut = (slice(Y0 - y0, Y1 - y0), slice(X0 - x0, X1 - x0))
    roi = img[Y0:Y1, X0:X1].astype(np.float32)
    if shadow is not None:
        sh = cv2.warpAffine(alpha, np.float32([[1, 0, shadow[0] * size], [0, 1, shadow[1] * size]]), alpha.shape[::-1])
        b = max(1, int(size * shadow[2])) * 2 + 1
        sh = cv2.GaussianBlur(sh, (b, b), 0) * shadow[3]
        roi *= (1 - sh[cut])[..., None]
    a = alpha[cut][..., None]
    roi = roi * (1 - a) + s[..., :3][cut] * a
    img[Y0:Y1, X0:X1] = np.clip(roi, 0, 255)
    if mask is not None:
        mask[Y0:Y1, X0:X1] = np.maximum(mask[Y0:Y1, X0:X1], alpha[cut])
    return xs.min() + x0, ys.min() + y0, xs.max() + 1 + x0, ys.max() + 1 + y0


def ring(img, size, rng):
    """Lamps mirror as arcs in the hollow faces of many dice."""
    h, w = img.shape[:2]
    shine = np.zeros((h, w), np.float32)
    at = (int(w / 2 + rng.normal(0, .05) * size), int(h / 2 + rng.normal(0, .05) * size))
    radius = rng.uniform(.12, .42) * size
    for _ in range(rng.integers(1, 4)):
        axes = (int(radius * rng.uniform(.85, 1.1)), int(radius * rng.uniform(.85, 1.1)))
        start = rng.uniform(0, 360)
        cv2.ellipse(shine, at, axes, rng.uniform(0, 180), start, start + rng.uniform(30, 330), 1.0, int(rng.integers(1, 5)), cv2.LINE_AA)
    shine = cv2.GaussianBlur(shine, (0, 0), rng.uniform(.6, 2.5)) * rng.uniform(.3, 1)
    img[:] = np.clip(img + (255 - img.astype(np.float32)) * shine[..., None], 0, 255)


def shadow(rng):
    if rng.random() < .15:
        return None
    a, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, .4)
    return np.cos(a) * far, np.sin(a) * far, rng.uniform(.02, .25), rng.uniform(.2, .8)


def spoil(img, rng, px):
    """What cameras do to a picture: exposure, cast, blur, noise, compression."""
    f = img.astype(np.float32)
    if rng.random() < .8:
        f = 255 * (f / 255) ** rng.uniform(.6, 1.6)
        f = f * (1 + rng.normal(0, .09, 3)) * rng.uniform(.55, 1.3) + rng.uniform(-15, 15)
    if rng.random() < .3:
        y, x = np.mgrid[:img.shape[0], :img.shape[1]].astype(np.float32)
        f *= np.clip(1 + rng.normal(0, .3) * (x / px - .5) + rng.normal(0, .3) * (y / px - .5), .3, 1.6)[..., None]
    if rng.random() < .08:
        f = np.repeat(f.mean(-1, keepdims=True), 3, -1)
    f = np.clip(f, 0, 255)
    if rng.random() < .45:
        f = cv2.GaussianBlur(f, (0, 0), rng.uniform(.3, 1.3))
    if rng.random() < .1:
        n = int(rng.integers(2, 5))
        k = np.zeros((n, n), np.float32)
        k[n // 2] = 1 / n
        f = cv2.filter2D(f, -1, k if rng.random() < .5 else k.T)
    if rng.random() < .15:  # colours that run
        f = cv2.cvtColor(f.astype(np.float32), cv2.COLOR_BGR2YCrCb)
        f[..., 1:] = cv2.GaussianBlur(f[..., 1:], (0, 0), rng.uniform(.5, 2))
        f = cv2.cvtColor(f, cv2.COLOR_YCrCb2BGR)
    if rng.random() < .3:
        blur = cv2.GaussianBlur(f, (0, 0), 1.2)
        f = f + (f - blur) * rng.uniform(.3, 1.5)
    if rng.random() < .7:
        f = f + rng.normal(0, rng.uniform(0, 10), f.shape)
    out = np.clip(f, 0, 255).astype(np.uint8)
    if rng.random() < .5:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [1, int(rng.integers(35, 95))])[1], 1)
    return out


def way(img, boxes, plane, flip, turns):
    """A tile, its boxes and another plane of it, mirrored or not and turned by quarters."""
    boxes = boxes.reshape(-1, 5)
    if flip:
        img, plane = img[:, ::-1], plane[:, ::-1]
        boxes = np.stack([TILE - boxes[:, 2], boxes[:, 1], TILE - boxes[:, 0], boxes[:, 3], boxes[:, 4]], 1)
    for _ in range(turns):
        img, plane = np.rot90(img), np.rot90(plane)
        boxes = np.stack([boxes[:, 1], TILE - boxes[:, 2], boxes[:, 3], TILE - boxes[:, 0], boxes[:, 4]], 1)
    return np.ascontiguousarray(img), boxes, np.ascontiguousarray(plane)


class Photos:
    """COCO sets of photographs: (path, boxes, labels) with labels (shape, mark, string, exact box?)."""

    def __init__(self, root, names):
        self.images, self.pixels = [], {}
        for name in names:
            with open(f"{root}/{name}/dev.json") as f:
                coco = json.load(f)
            cats = {c["id"]: c["name"] for c in coco["categories"]}
            of = {}
            for a in coco["annotations"]:
                of.setdefault(a["image_id"], []).append((a["bbox"], self.label(a, cats)))
            for im in sorted(coco["images"], key=lambda i: i["file_name"]):
                if im["id"] in of and not im.get("augmented"):
                    self.images.append((name, os.path.join(root, name, im["file_name"]), of[im["id"]]))

    @staticmethod
    def label(a, cats):
        t = a["attributes"]
        mark, string, v = -1, -1, t.get("value")
        if t.get("kind") == "pips" and v is not None:
            mark = v - 1
        elif t.get("kind") == "numerals":
            mark = NUMERAL
            if v is not None:
                s = str(v)
                if cats[a["category_id"]] == "d10" and v in (0, 10):
                    s = "00" if v == 0 else "0"
                string = STRINGS.index(s) if s in STRINGS else -1
        elif t.get("kind") == "icons":
            mark = UNKNOWN
        shape = -1 if t.get("shape_note") else SHAPES.index(cats[a["category_id"]])
        return shape, mark, string, not (t.get("bbox_approx") or t.get("bbox_whole")), bool(t.get("bbox_whole"))

    def load(self, i):
        if i not in self.pixels:
            self.pixels[i] = cv2.imread(self.images[i][1], cv2.IMREAD_COLOR)
        return self.pixels[i]


class Composer:
    """Draws samples. Everything random comes from rng. sets: d6 that lie alike (sprites.py), for rows, rings and blocks; things: what is no die (things.py).
    unknown_share: how many of a reader's drawn crops show unknown faces."""

    def __init__(self, sprites, photos, rng, real=.4, backgrounds=500, sets=None, things=None, unknown_share=.14):
        self.sprites, self.photos, self.rng, self.real, self.sets, self.unknown_share = sprites, photos, rng, real, sets, unknown_share
        self.things = [things.sprite() for _ in range(THINGS)] if things else []
        # Sprites for the reader: unknown faces come from pools of nothing else, which are made for them.
        ids, pools = np.arange(len(sprites)), itertools.pairwise(sprites.starts)
        unknown = [ids[a:b] for a, b in pools if (sprites.marks[a:b] == UNKNOWN).all()]
        self.known, self.unknown = ids[sprites.marks != UNKNOWN], np.concatenate(unknown or [ids[:0]])
        self.bank = [background(rng, 384, 384) for _ in range(backgrounds)]
        if things:
            self.bank += [things.pattern(384, 384) for _ in range(backgrounds // 6)]
        if photos:
            self.finder_ids = [i for i, (_, _, a) in enumerate(photos.images) if not a[0][1][4]]
            per = {}
            for i, (name, _, anns) in enumerate(photos.images):
                for k in range(len(anns)):
                    if anns[k][1][1] >= 0:
                        per.setdefault(name, []).append((i, k))
            self.dice = list(per.values())
            w = np.array([len(d) for d in self.dice], float) ** .6
            self.dice_p = w / w.sum()

    def floor(self, px):
        r = self.rng
        b = self.bank[r.integers(len(self.bank))]
        k = r.uniform(.5, 1.2)
        n = min(383, int(px * k))
        y, x = r.integers(384 - n, size=2)
        out = cv2.resize(b[y:y + n, x:x + n], (px, px), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(np.rot90(out, r.integers(4)))

    # Tiles for the finder: picture, boxes (x0,y0,x1,y1, exact?), mask (or None), ignored boxes.

    def tile(self):
        if self.photos and self.rng.random() < self.real:
            return self.photo_tile()
        r = self.rng
        img, mask = self.floor(TILE), np.zeros((TILE, TILE), np.float32)
        size = r.uniform(118, 230) if r.random() < .12 else np.exp(r.uniform(np.log(13), np.log(84)))
        n = int(r.integers(0, 3 + int(14 * min(1, 30 / size))))
        tight, light, boxes, centers = r.random() < .5, shadow(r), [], []
        near = r.uniform(.72, 1) if r.random() < .35 else 1  # dice that lie half under others, most often small ones
        own = self.sprites[r.integers(len(self.sprites))] if r.random() < .25 else None
        if own is not None:  # dice of nearly the floor's colour
            c = own[own[..., 3] > 200][:, :3].astype(np.float32)
            if len(c):
                img = np.clip(img + (c.mean(0) - img.mean((0, 1))) * r.uniform(.6, 1.05), 0, 255).astype(np.uint8)
        if self.things and r.random() < .5:
            self.strew(img, size, light)
        if self.sets is not None and r.random() < .5:
            n //= 3
            self.lay_set(img, mask, size, light, boxes, centers)
        for _ in range(n):
            s = size * (r.uniform(.8, 1.25) if near == 1 else r.uniform(.6, 1.25))
            c = self.spot(centers, s, tight, near)
            if c is None:
                continue
            sprite = own if own is not None and r.random() < .5 else self.sprites[r.integers(len(self.sprites))]
            b = paste(img, mask, sprite, c, s, r.uniform(0, 6.28), r, light)
            if b is None:
                continue
            centers.append((*c, s))
            if 0 < c[0] < TILE and 0 < c[1] < TILE:
                boxes.append((*b, 1))
        return spoil(img, r, TILE), np.array(boxes, np.float32).reshape(-1, 5), mask, []

    def strew(self, img, size, light):
        """Lays things that are no dice on img, as they lie about dice of that size."""
        r = self.rng
        for _ in range(r.integers(1, 5 if size > 60 else 9)):
            thing = self.things[r.integers(len(self.things))]
            paste(img, None, thing, r.uniform(-.1, 1.1, 2) * TILE, size * np.exp(r.uniform(np.log(.45), np.log(3))), r.uniform(0, 6.28), r, light)

    def lay_set(self, img, mask, size, light, boxes, centers):
        """Lays two to eight d6 against each other, in a row, a ring or a block, one of which lies in the picture."""
        r = self.rng
        kind, n = r.choice(["row", "row", "ring", "block"]), int(r.integers(2, 9))
        gap = r.uniform(-.015, .03) if r.random() < .85 else r.uniform(.03, .12)
        first = int(r.integers(len(self.sets) // SET)) * SET
        ids = first + r.integers(SET, size=n) if r.random() < .65 else r.integers(len(self.sets), size=n)
        dice = [self.sets[int(i)] for i in ids]
        cover = dice[0][..., 3] > 102
        extent = (np.ptp(np.nonzero(cover.any(0))[0]) + np.ptp(np.nonzero(cover.any(1))[0])) / 2 + 1
        pitch = size * extent / (dice[0].shape[0] * .52) * (1 + gap)
        turn = r.uniform(0, 6.28) if r.random() < .5 else r.integers(4) * np.pi / 2 + r.normal(0, .02)
        if kind == "ring" and n > 2:  # inner edges make a polygon
            a = 2 * np.pi * np.arange(n) / n
            far = 1 / (2 * np.tan(np.pi / n)) + .5
            at = np.stack([far * np.cos(a), far * np.sin(a)], 1)
        else:
            a, across = np.zeros(n), max(2, (n + int(r.integers(2))) // 2) if kind == "block" else n
            at = np.stack([np.arange(n) % across, np.arange(n) // across], 1).astype(float)
        c, s = np.cos(turn), np.sin(turn)
        at = at @ np.array([[c, s], [-s, c]]) * pitch
        at += r.uniform(.05, .95, 2) * TILE - at[r.integers(n)]
        laid = [(p, t + turn + r.normal(0, .015)) for p, t in zip(at, a)]
        if light is not None:  # a shadow falls on the floor, not on a die that is as high
            for die, (p, t) in zip(dice, laid):
                paste(img, None, die, p, size, t, r, light)
        for k in r.permutation(n):
            p, t = laid[k]
            b = paste(img, mask, dice[k], p, size, t, r, None)
            if b is None:
                continue
            centers.append((*p, size))
            if 0 < p[0] < TILE and 0 < p[1] < TILE:
                boxes.append((*b, 1))

    def spot(self, centers, s, tight, near):
        r = self.rng
        for _ in range(12):
            if tight and centers and r.random() < .8:
                x, y, t = centers[r.integers(len(centers))]
                a, d = r.uniform(0, 6.28), (s + t) / 2 * near * r.uniform(1.02, 1.35)
                c = x + np.cos(a) * d, y + np.sin(a) * d
            else:
                c = tuple(r.uniform(-.1, 1.1, 2) * TILE)
            if all(np.hypot(c[0] - x, c[1] - y) > (s + t) / 2 * near for x, y, t in centers):
                return c
        return None

    def photo_tile(self):
        r = self.rng
        i = self.finder_ids[r.integers(len(self.finder_ids))]
        img, anns = self.photos.load(i), self.photos.images[i][2]
        sizes = np.array([max(a[0][2:]) for a in anns])
        target = r.uniform(118, 300) if r.random() < .12 else np.exp(r.uniform(np.log(16), np.log(76)))
        k = target / np.median(sizes)
        k = min(k, 3.0)
        if r.random() < .8:
            b = anns[r.integers(len(anns))][0]
            c = np.array([b[0] + b[2] / 2, b[1] + b[3] / 2]) * k + r.uniform(-TILE / 2, TILE / 2, 2)
        else:
            c = r.random(2) * [img.shape[1] * k, img.shape[0] * k]
        m = np.float32([[k, 0, TILE / 2 - c[0]], [0, k, TILE / 2 - c[1]]])
        src = img
        if k < .6:
            src = cv2.resize(img, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
            m = np.float32([[1, 0, m[0, 2]], [0, 1, m[1, 2]]])
        out = cv2.warpAffine(src, m, (TILE, TILE), borderMode=int(r.choice([cv2.BORDER_REFLECT_101, cv2.BORDER_CONSTANT])))
        # Where the border was mirrored nothing is known.
        known = cv2.warpAffine(np.ones(src.shape[:2], np.uint8), m, (TILE, TILE))
        boxes, ignore = [], [known == 0]
        for (x, y, w, h), (_, _, _, exact, _) in anns:
            b = np.array([x, y, x + w, y + h]) * k + np.tile([TILE / 2 - c[0], TILE / 2 - c[1]], 2)
            boxes.append((*b, float(exact)))
        boxes = np.array(boxes, np.float32)
        flip, turns = r.random() < .5, int(r.integers(4))
        return self.turned(out, boxes, ignore[0], flip, turns)

    def turned(self, img, boxes, unknown, flip, turns):
        img, boxes, unknown = way(img, boxes, unknown, flip, turns)
        return spoil(img, self.rng, TILE), boxes, None, [unknown]

    def again(self, sample):
        """A tile that was drawn before, another way round and in other light."""
        r, (img, boxes, mask, ignore) = self.rng, sample
        flip, turns = r.random() < .5, int(r.integers(4))
        plane = mask if mask is not None else ignore[0]
        img, boxes, plane = way(img, boxes, plane, flip, turns)
        img = np.clip(img * r.uniform(.85, 1.15, 3) + r.uniform(-10, 10), 0, 255).astype(np.uint8)
        return (img, boxes, plane, []) if mask is not None else (img, boxes, None, [plane])

    # Crops for the reader: picture, (shape, mark, string), -1 where not known.

    def crop(self):
        r = self.rng
        if self.photos and r.random() < self.real:
            return self.photo_crop()
        px = 128  # drawn larger, so that the last resize looks like a real one
        i = int(r.choice(self.unknown if r.random() < self.unknown_share else self.known))
        size = px * DIE / CROP * .9
        out = self.laid(i, px, size)
        out, k = self.coarse(out)
        mark = int(self.sprites.marks[i])
        if mark == UNKNOWN and k < .7:
            mark = -1  # nobody tells small icons from pips then
        return out, (int(self.sprites.shapes[i]), mark, int(self.sprites.strings[i]))

    def laid(self, i, px, size):
        """Sprite i on a floor with neighbours, cut out."""
        r = self.rng
        img, light = self.floor(px), shadow(r)
        near = []
        for _ in range(int(r.choice([0, 0, 0, 1, 1, 2, 3]))):
            a, d = r.uniform(0, 6.28), size * r.uniform(1.0, 1.4)
            near.append((px / 2 + np.cos(a) * d, px / 2 + np.sin(a) * d))
        before = r.random() < .5
        lay = lambda c, k: paste(img, None, self.sprites[k], c, size * (1 if k == i else r.uniform(.8, 1.2)), r.uniform(0, 6.28), r, light)
        if before:
            for c in near:
                lay(c, int(r.integers(len(self.sprites))))
        b = lay((px / 2, px / 2), i)
        if r.random() < .2:
            ring(img, size, r)
        if not before:
            for c in near:
                d = np.hypot(c[0] - px / 2, c[1] - px / 2) / size
                if d > 1.1:
                    lay(c, int(r.integers(len(self.sprites))))
        return self.cut(img, np.array(b, float), 0)

    def photo_crop(self):
        r = self.rng
        group = self.dice[r.choice(len(self.dice), p=self.dice_p)]
        i, k = group[r.integers(len(group))]
        (x, y, w, h), (shape, mark, string, _, whole) = self.photos.images[i][2][k]
        img = self.photos.load(i)
        out = self.cut(img, np.array([x, y, x + w, y + h], float), r.uniform(0, 6.28))
        if mark < 6 and r.random() < .5:
            out = out[:, ::-1]
        if r.random() < .4:
            out = out[..., r.permutation(3)]  # dice of other colours
        return self.coarse(np.ascontiguousarray(out))[0], (shape, mark, string)

    def cut(self, img, b, angle):
        r = self.rng
        side = max(b[2] - b[0], b[3] - b[1])
        k = DIE / side * np.exp(r.normal(0, .07))
        c = (b[:2] + b[2:]) / 2 + r.normal(0, .04, 2) * side
        turn = k * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        if r.random() < .25:  # a camera that stretches its picture, or looks from the side
            a, thin = r.uniform(0, np.pi), np.exp(-r.uniform(0, .35))
            along = np.array([np.cos(a), np.sin(a)])
            turn = (np.eye(2) - (1 - thin) * np.outer(along, along)) @ turn
        m = np.hstack([turn, (CROP / 2 - turn @ c)[:, None]])
        if k < .6:
            f = k * 1.3
            r0 = int(side * 1.3) + 4
            x0, y0 = int(c[0]) - r0, int(c[1]) - r0
            pad = cv2.copyMakeBorder(img[max(y0, 0):y0 + 2 * r0, max(x0, 0):x0 + 2 * r0], max(-y0, 0), max(0, y0 + 2 * r0 - img.shape[0]), max(-x0, 0), max(0, x0 + 2 * r0 - img.shape[1]), cv2.BORDER_REPLICATE)
            small = cv2.resize(pad, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
            m[:, 2] += m[:, :2] @ [x0, y0]
            m[:, :2] /= f
            return cv2.warpAffine(small, m, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cv2.warpAffine(img, m, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def coarse(self, img, least=.3):
        """Now and then the die was small in the camera's picture. Returns the crop and how much smaller it was."""
        r = self.rng
        if r.random() < .55:
            k = r.uniform(least, .9)
            # Some pictures were scaled down more one way than the other, most often sharply, before anybody got them.
            kx, ky = (k, min(1, k * r.uniform(1, 1.5)))[::r.choice([1, -1])] if r.random() < .4 else (k, k)
            how = cv2.INTER_AREA if r.random() < .75 else cv2.INTER_LINEAR
            small = spoil(cv2.resize(img, None, fx=kx, fy=ky, interpolation=how), r, len(img))
            up = int(r.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST, cv2.INTER_LANCZOS4]))
            return cv2.resize(small, img.shape[:2], interpolation=up), k
        return spoil(img, r, len(img)), 1.0
