"""Trains the reader of numerals and pips on upright top faces, and on close looks at a triangle's corners and edges, where a
terrain's small number stands beside its icon; goes on from --out if it exists.

    python3 train_numerals.py icons96.npz ../networks --out numerals.pt --minutes 60 [--photos ROOT --sets SET…] [--threads 1] [--seed 1]

Its first layers start as those of the icon network that ships. Of photographs it sees dice with pips and with letters.
"""
import argparse
import os

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F

import faces
from face_nets import Numerals
from faces import CANVAS, FACE, SHAPES, STRINGS
from learning import Learning, arguments
from real_faces import Photographed
from train_faces import Drawer, evened, held_out

TURNED, NONE = len(STRINGS), len(STRINGS) + 1
PIPS = NONE  # and their number is added: 1 to 6
WAYS = {"d4": 3, "d6": 4, "d8": 3, "d10": 2, "d12": 5, "d20": 3}  # turns that are tried first; the turns between them come next
BATCH, USES, SHELF = 128, 12, 1200
REAL = .22  # of a batch, from photographs where there are some
# So much of a face is cut out, so far below its middle (halves of the face's square): numerals are small on a d10's long kite, and
# round a d4's upper corner.
CLOSE = {"d10": (.62, 0), "d4": (.42, .2)}
FAR, NEAR = .58, .42  # a close look: how far from the face's middle, and half its side, in halves of the cut face


class Numbered(faces.Print):
    """A numbered die's print: sizes and marks as makers have them, which differ more than those of icons."""

    def __init__(self, rng, shape, masks=None):
        super().__init__(rng, shape)
        self.room = faces.ROOM[shape] * rng.uniform(.6, 1.3)
        self.turn = np.pi / WAYS[shape] * (rng.random() < .12)
        self.off = rng.normal(0, .05, 2) + [0, rng.uniform(-.2, .2) * (shape == "d10")]
        self.flip = np.pi * (shape == "d10" and rng.random() < .4)
        self.mark = rng.choice(["line", "dot", "none"], p=[.6, .28, .12])
        self.frame = str(rng.choice(["circle", "outline", "double", "dots"])) if rng.random() < .2 else ""
        self.scrolls = []  # icons that stand for the ornaments that fill a face around its numeral
        if masks is not None and rng.random() < .16:
            self.scrolls = [masks[i] for i in rng.integers(len(masks), size=3)]
            self.frame = str(rng.choice(["outline", "outline", "circle", ""]))
            self.room *= .9
        self.edge = shape == "d4" and rng.random() < .25
        self.narrow = rng.uniform(.75, 1.15)
        self.slashed = rng.random() < .3  # its zeros
        self.fat = int(rng.integers(1, 4)) if rng.random() < .3 else 0

    def glyph(self, font, text):
        g = font[text]
        if self.slashed and text.endswith("0"):
            g, (h, w) = g.copy(), g.shape
            wide = w // len(text)
            for right in range(w, w - wide * text.count("0"), -wide):
                cv2.line(g, (right - wide * 3 // 4, h * 4 // 5), (right - wide // 4, h // 5), 255, max(2, h // 11), cv2.LINE_AA)
        if self.fat:
            g = cv2.dilate(cv2.copyMakeBorder(g, 4, 4, 4, 4, cv2.BORDER_CONSTANT), np.ones((self.fat + 1, self.fat + 1), np.uint8))
        g = cv2.resize(g, None, fx=self.narrow, fy=1)
        if text not in ("6", "9", "60", "90") or self.mark == "none":
            return g
        h, w = g.shape
        if self.mark == "line":
            bar = np.zeros((max(3, h // 8), w), np.uint8)
            bar[:, w // 8:w - w // 8] = 255
            return np.vstack([g, np.zeros((h // 8, w), np.uint8), bar])
        out = np.hstack([g, np.zeros((h, h // 5), np.uint8)])
        cv2.circle(out, (w + h // 10, h - h // 10), max(2, h // 11), 255, -1, cv2.LINE_AA)
        return out

    def top(self, font, text):
        """The flat print of a face, its numeral upright but for the die's own way of turning it."""
        g = self.glyph(font, text)
        c = np.zeros((CANVAS, CANVAS), np.uint8)
        a = self.turn + self.flip
        at = np.array([np.cos(a) * self.off[0] - np.sin(a) * self.off[1], np.sin(a) * self.off[0] + np.cos(a) * self.off[1]])
        # As high as others of this die, and narrower where two digits would not fit.
        h, w = g.shape
        tall = self.room * .8
        long = tall * max(w, h) / h
        c = faces.laid(c, g, min(long, 1.25 * self.room), a, at)
        n = {"d6": 4, "d12": 5, "d10": 4}.get(self.shape, 3)
        for k in range(len(self.scrolls) and 2 * n):
            b = a + np.pi * (k + .5) / n
            far = (.62 if k % 2 else .95) * self.room
            c = faces.laid(c, self.scrolls[k % len(self.scrolls)], (.5 if k % 2 else .62) * self.room, b, (at[0] + far * np.sin(b), at[1] - far * np.cos(b)))
        r = CANVAS * self.room * .62
        mid = (int(CANVAS / 2 * (1 + at[0])), int(CANVAS / 2 * (1 + at[1])))
        if self.frame in ("circle", "double"):
            cv2.circle(c, mid, int(r), 255, 2, cv2.LINE_AA)
        if self.frame == "double":
            cv2.circle(c, mid, int(r * 1.15), 255, 1, cv2.LINE_AA)
        if self.frame in ("outline", "dots"):
            p = [(mid[0] + r * 1.35 * np.sin(2 * np.pi * (i + .5 * (n == 4)) / n), mid[1] - r * 1.35 * np.cos(2 * np.pi * (i + .5 * (n == 4)) / n)) for i in range(n)]
            if self.frame == "outline":
                cv2.polylines(c, [np.int32(p)], True, 255, 2, cv2.LINE_AA)
            else:
                for q in p:
                    cv2.circle(c, (int(q[0]), int(q[1])), 4, 255, -1, cv2.LINE_AA)
        return c

    def around(self, font, own, others):
        """A d4's face: its result near the upper corner, or along the lower edge, and two other results near the others."""
        c = np.zeros((CANVAS, CANVAS), np.uint8)
        for k, t in enumerate((own, *others)):
            a = 2 * np.pi * k / 3
            x, y = (np.sin(a) * .5, -np.cos(a) * .5) if not self.edge else (-np.sin(a) * .3, np.cos(a) * .3)
            c = faces.laid(c, self.glyph(font, t), faces.ROOM["d4"] * self.size, a, (x, y))
        return c


class Shelf:
    """Faces with what they say, each used a few times and spoilt anew."""

    def __init__(self, icons, rng, keep, hard, photos=None):
        self.r, self.hard, self.photos = rng, hard, photos
        self.draw = Drawer(icons, rng, keep)
        self.views = []
        # Drawings that fill the circle around them look most like pips.
        ink = self.draw.masks > 99
        y, x = np.mgrid[-1:1:ink.shape[1] * 1j, -1:1:ink.shape[2] * 1j]
        self.round = np.argsort(-ink[:, y * y + x * x < 1].mean(1))[:len(ink) // 8]

    def beside(self, hard):
        """Triangles with a small number beside an icon: (None, view, string, (its direction, its turn)); or with an icon alone."""
        r, d = self.r, self.draw
        p, font, look = faces.Print(r, "d8"), d.fonts[r.integers(len(d.fonts))], faces.Look(r, hard)
        p.numeral_far, p.numeral_size = r.uniform(.42, .76), r.uniform(.16, .5)
        if p.numeral_at == 0 and r.random() < .5:
            p.numeral_turn = 0.0
        p.size *= r.uniform(.6, 1)
        extra = [p.terrain(d.masks[i], font, STRINGS[r.integers(8)]) for i in d.some(2)]
        out = []
        for t in r.choice(8 if r.random() < .8 else 12, 4, replace=False):
            bare = r.random() < .15
            icon = d.masks[d.some(1)[0]]
            top = p.icon(icon, 1) if bare else p.terrain(icon, font, STRINGS[t])
            pic, box, face, _ = d.painter.view("d8", [top, *extra], look, hard)
            out.append((None, (np.clip(pic, 0, 255).astype(np.uint8), box, face), NONE if bare else int(t), (p.numeral_at, p.numeral_turn)))
        return out

    def piped(self, hard):
        """Faces with pips, or with as many copies of a drawing in their places."""
        r, d = self.r, self.draw
        prints, look, drawn = all_pips(r), faces.Look(r, hard), r.random() < .22
        if drawn:
            p = faces.Print(r, "d6")
            icon = d.masks[self.round[r.integers(len(self.round))] if r.random() < .5 else d.some(1)[0]]
            prints = [p.icon(icon, n) for n in range(1, 7)]
        out = []
        for n in r.choice(6, 4, replace=False):
            sides = [prints[k] for k in r.choice([k for k in range(6) if k not in (n, 5 - n)], 2, replace=False)]
            pic, box, face, _ = d.painter.view("d6", [prints[n], *sides], look, hard)
            if r.random() < .35:  # a die of few px
                few = cv2.resize(pic, None, fx=(f := r.uniform(.35, .8)), fy=f, interpolation=cv2.INTER_AREA)
                pic = cv2.resize(few, pic.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            out.append(("d6", (np.clip(pic, 0, 255).astype(np.uint8), box, face), NONE if drawn else PIPS + 1 + int(n), 0.0))
        return out

    def close(self, view, says, at):
        """A close look towards a corner or an edge, turned anyhow."""
        r = self.r
        way, turn = r.integers(6) * np.pi / 3, r.integers(12) * np.pi / 6
        if says != NONE and r.random() < .8:
            way = at[0]
            if r.random() < .7:
                turn = at[1]
        pic, _, (center, scale, angle) = view
        pic = self.draw.painter.spoil(pic.astype(np.float32), self.hard * r.uniform(.15, 1))
        off = 2.2 if r.random() < .1 else 1
        a = angle + off * r.normal(0, .06)
        spot = center + off * r.normal(0, .045, 2) * scale + scale * FAR * np.array([np.sin(a + way), -np.cos(a + way)])
        face = faces.cut(pic, spot, scale * NEAR * np.exp(off * r.normal(0, .06)), a + turn, FACE, FACE / 2)
        apart = lambda x: abs(np.angle(np.exp(1j * x)))
        if says == NONE or apart(way - at[0]) > .1:
            return face, NONE
        return face, says if apart(turn - at[1]) < .1 else TURNED

    def fresh(self):
        """A group of faces of one die: (shape, view, string or NONE, turn of the print)."""
        r, d = self.r, self.draw
        hard = self.hard * r.uniform(.15, 1)
        k = r.random()
        if k < .25:
            return self.beside(hard)
        if k < .47:
            return self.piped(hard)
        blank = r.random() < .24
        if blank and r.random() < .9:  # a group's d4s may carry numerals
            return [(shape, v[int(r.integers(len(v)))], PIPS + icon - 20000 if icon > 20000 else NONE, 0.0) for shape, v, icon, _ in d.group(hard) if shape != "d4" and not 10000 <= icon < 20000]
        shape = "d4" if blank else str(r.choice(SHAPES, p=[.08, .12, .12, .36, .12, .2]))
        p, font = Numbered(r, shape, d.masks), d.fonts[r.integers(len(d.fonts))]
        look = faces.Look(r, hard)
        n = {"d4": 4, "d6": 6, "d8": 8, "d10": len(STRINGS), "d12": 12, "d20": 20}[shape]
        pool = list(range(n))
        if shape == "d10":  # a d10 says 1 to 9 and 0, a percentile die tens
            pool = [*range(9), 20] if r.random() < .4 else [9, 19, *range(21, n)]
        texts = r.choice(pool, min(4, len(pool)), replace=False)
        out = []
        for t in texts:
            others = [STRINGS[i] for i in r.choice([i for i in pool if i != t], 2)]
            if blank:
                icons = [d.masks[i] for i in d.some(3)]
                prints = [p.corner(icons[0], icons[1:])] * 2
            elif shape == "d4":
                prints = [p.around(font, STRINGS[t], others)] * 2
            else:
                prints = [p.top(font, STRINGS[t]), *(p.top(font, o) for o in others)]
            pic, box, face, _ = d.painter.view(shape, prints, look, hard)
            out.append((shape, (np.clip(pic, 0, 255).astype(np.uint8), box, face), NONE if blank else int(t), p.turn + p.flip))
        return out

    def cut(self, shape, view, says, turn):
        """The face as well cut as the aligner can, turned anyhow, and what it says: the string where it stands upright."""
        r, m = self.r, WAYS[shape]
        step = int(r.integers(2 * m))
        if says < TURNED and r.random() < .45:  # upright is the only turn that says what is printed
            step = round(turn * m / np.pi) % (2 * m)
        pic, _, (center, scale, angle) = view
        pic = self.draw.painter.spoil(pic.astype(np.float32), self.hard * r.uniform(.15, 1))
        off = 2.2 if r.random() < .1 else 1
        a = angle + np.pi * step / m + off * r.normal(0, .06)
        near, below = CLOSE.get(shape, (1, 0))
        spot = center + (off * r.normal(0, .045, 2) + below * np.array([-np.sin(a), np.cos(a)])) * scale
        face = faces.cut(pic, spot, near * scale * np.exp(off * r.normal(0, .05)), a, FACE, FACE / 2)
        if says >= NONE:
            return face, says
        apart = (step - round(turn * m / np.pi)) % (2 * m)
        if shape == "d4":  # its three faces say the same
            apart %= 2
        return face, says if apart == 0 else TURNED

    def batch(self, n):
        while len(self.views) < SHELF:
            self.views.extend([f, 0] for f in self.fresh())
        rows = []
        for k in sorted(self.r.choice(len(self.views), n, replace=False))[::-1]:
            f = self.views[k]
            f[1] += 1
            rows.append(self.close(*f[0][1:]) if f[0][0] is None else self.cut(*f[0]))
            if f[1] >= USES:
                self.views[k] = self.views[-1]
                self.views.pop()
        if self.photos:
            for k in self.r.choice(n, int(n * REAL), replace=False):
                face, pips = self.photos.some(self.r, self.draw.painter.spoil)
                rows[k] = face, PIPS + pips
        face, says = zip(*rows)
        return torch.from_numpy(np.ascontiguousarray(np.stack(face).transpose(0, 3, 1, 2)[:, ::-1])), torch.tensor(says)


class Stream(torch.utils.data.IterableDataset):
    def __init__(self, icons, seed, photos):
        self.icons, self.seed, self.photos = icons, seed, photos

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        shelf = Shelf(self.icons, np.random.default_rng([self.seed, info.id if info else 0]), lambda n: not held_out(n), 1.0, self.photos)
        while True:
            yield shelf.batch(BATCH)


def check_set(icons, path):
    """Faces in fonts and with icons kept out of training."""
    if not os.path.exists(path):
        shelf = Shelf(icons, np.random.default_rng(98), held_out, .6)
        torch.save([shelf.batch(BATCH) for _ in range(16)], path)
    return torch.load(path)


def all_pips(rng):
    """The prints of a d6's faces with 1 to 6 pips, as one maker has them, and what each is."""
    out, drilled, deep, state = [], rng.random() < .25, rng.random() < .1, rng.bit_generator.state
    for n in range(1, 7):
        # The same chances for each face: one die's pips are alike.
        one = np.random.Generator(np.random.PCG64())
        one.bit_generator.state = state
        c = faces.pips(one, n)[0]
        if drilled:  # a lamp glints in each
            ring = cv2.erode(c, np.ones((3, 3), np.uint8), iterations=int(rng.integers(1, 4)))
            off = np.float32([[1, 0, *rng.integers(-3, 4, 1)], [0, 1, *rng.integers(-3, 4, 1)]])
            ring = cv2.warpAffine(cv2.erode(ring, np.ones((3, 3), np.uint8), iterations=2), off, (CANVAS, CANVAS))
            c = np.where(ring > 99, (c * rng.uniform(0, .6)).astype(np.uint8), c)
        if deep:  # the far side's pips show through
            far = cv2.resize(faces.pips(one, 7 - n)[0], None, fx=.8, fy=.8)
            pad = np.zeros_like(c)
            y, x = rng.integers(0, CANVAS - len(far) + 1, 2)
            pad[y:y + len(far), x:x + len(far)] = far
            c = np.maximum(c, (cv2.blur(pad, (5, 5)) * rng.uniform(.15, .45)).astype(np.uint8))
        out.append(c)
    return out


def check(net, data):
    net.eval()
    with torch.no_grad():
        out = torch.cat([net(evened(x.float() / 255)) for x, _ in data])
    want = torch.cat([y for _, y in data])
    net.train()
    p, got = out.softmax(1).max(1)
    hit = got == want
    sure = p > .98
    return {"right": hit.float().mean().item(), "strings": hit[want < TURNED].float().mean().item(), "turned": hit[want == TURNED].float().mean().item(),
            "none": hit[want == NONE].float().mean().item(), "pips": hit[want > PIPS].float().mean().item(), "sure": sure.float().mean().item(), "sure and wrong": (sure & ~hit).float().mean().item()}


def started(net, networks):
    """The icon network's first layers, whose BatchNorm was folded away: found anew as the net learns."""
    have = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in onnx.load(f"{networks}/icons.onnx").graph.initializer}
    own = net.state_dict()
    for k in own:
        if k in have and have[k].shape == own[k].shape:
            own[k] = have[k]
    net.load_state_dict(own)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("icons")
    p.add_argument("networks")
    p.add_argument("--photos", help="folder of COCO sets")
    p.add_argument("--sets", nargs="*", default=[])
    a = arguments(p).parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    net = Numerals()
    started(net, a.networks)
    run, checks = Learning(net, a), check_set(a.icons, a.out + ".check")
    photos = Photographed(a.photos, a.sets, a.networks) if a.photos else None
    data = iter(torch.utils.data.DataLoader(Stream(a.icons, a.seed + run.step, photos), batch_size=None, num_workers=a.workers, prefetch_factor=4))

    def lose(_):
        face, says = next(data)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(evened(face.float() / 255).to(memory_format=torch.channels_last))
        out = out.float()
        loss = F.cross_entropy(out, says, label_smoothing=.01)
        return loss, {"loss": loss.item(), "right": (out.argmax(1) == says).float().mean().item()}, len(says)

    run.run(lose, lambda mean: check(mean, checks))


if __name__ == "__main__":
    main()
