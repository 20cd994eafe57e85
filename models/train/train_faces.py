"""Trains the icon network and the one that finds a die's top face; goes on from --out if it exists.

    python3 train_faces.py icons96.npz --out faces.pt --minutes 85 [--threads 1] [--seed 1]

Pairs of pictures of one printed face are drawn together, all other faces of the batch apart (InfoNCE). Batches
hold what is easily mixed up: one icon in several counts, icons of one family, a terrain's numerals, a font's numerals.
"""
import argparse
import os

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import faces
from faces import BOX, DIE, FACE, SHAPES, STRINGS, TURNS
from face_nets import Aligner, Comparer, Faces, beside, softened
from learning import Learning, arguments

GROUPS, PER, VIEWS, USES = 20, 4, 3, 10
TEMPERATURE = .06
ALIGN_EVERY = 3  # where the face lies is learned sooner than what it is
# Of a face's square, what is cut out: a kite's and a pentagon's icons take up little of theirs, a rounded d6 has none of its rim.
SHARE = {"d6": .94, "d10": .8, "d12": .93}


def held_out(name):
    """A tenth of the families of names is kept for checking."""
    return sum(map(ord, name.split("-")[0])) % 10 == 3


class Drawer:
    """Draws groups of faces that are easily mixed up."""

    def __init__(self, icons, rng, keep):
        d = np.load(icons)
        use = [i for i, n in enumerate(d["names"]) if keep(n)]
        self.masks, names = d["masks"][use], [d["names"][i] for i in use]
        self.rng, self.painter = rng, faces.Painter(rng)
        fonts = faces.glyphs()
        self.fonts = [fonts[f] for f in sorted(fonts) if keep(os.path.basename(f))]
        family = {}
        for i, n in enumerate(names):
            for w in {n.split("-")[0], n.split("-")[-1]}:
                family.setdefault(w, []).append(i)
        self.families = [v for v in family.values() if len(v) >= PER]

    def some(self, n):
        return self.rng.choice(len(self.masks), n, replace=False)

    def prints(self):
        """PER faces of one die: its solid, their prints (several where a print looks different in other light), those of the faces beside, icon ids, copies."""
        r = self.rng
        kind = r.choice(["copies", "family", "many", "terrain", "numerals", "pips", "any", "d4"], p=[.19, .15, .10, .30, .09, .05, .08, .04])
        shape = {"copies": "d6", "many": "d6", "pips": "d6", "d4": "d4"}.get(kind) or str(r.choice(SHAPES[1:], p=[.32, .1, .32, .19, .07]))
        if kind == "copies" and r.random() < .16:
            shape = str(r.choice(["d8", "d10", "d10", "d12"]))
        if kind == "terrain":
            shape = str(r.choice(["d8", "d8", "d8", "d6", "d12"]))
        lay = faces.Print(r, shape)
        font = self.fonts[r.integers(len(self.fonts))]
        tops, ids, copies = [], [], []
        extra = [lay.icon(self.masks[i], 1) if shape != "d4" else None for i in self.some(2)]
        if kind == "copies":
            i = int(r.integers(len(self.masks)))
            copies = [int(n) for n in r.choice(6, PER, replace=False) + 1]
            tops, ids = [lay.icon(self.masks[i], n) for n in copies], [i] * PER
        elif kind in ("family", "many", "any"):
            kin = kind == "family" or kind == "many" and r.random() < .3
            ids = list(r.choice(self.families[r.integers(len(self.families))], PER, replace=False)) if kin else list(self.some(PER))
            n = int(r.integers(2, 7)) if kind == "many" or shape == "d6" and r.random() < .3 else 1
            tops, copies = [lay.icon(self.masks[i], n) for i in ids], [n] * PER
        elif kind == "terrain":
            i, j = self.some(2)
            texts = r.choice(9 if r.random() < .8 else 12, PER, replace=False)
            ids = [i] * PER if r.random() < .5 else [i, i, j, j]
            tops, copies = [lay.terrain(self.masks[a], font, STRINGS[t]) for a, t in zip(ids, texts)], [1] * PER
        elif kind == "numerals":
            n = {"d6": 6, "d8": 8, "d10": len(STRINGS), "d12": 12, "d20": 20}[shape]
            texts = r.choice(n, PER, replace=False)
            if r.random() < .3 and n > 8:
                texts[:2] = 5, 8
            marked = r.random() < .8
            tops, copies = [lay.numeral(font, STRINGS[t], marked) for t in texts], [-1] * PER
            ids = [10000 + int(t) for t in texts]
            extra = [lay.numeral(font, STRINGS[t], marked) for t in r.choice(n, 2)]
        elif kind == "pips":
            values = r.choice(6, PER, replace=False) + 1
            tops, ids, copies = [faces.pips(r, v) for v in values], [20000 + int(v) for v in values], [-1] * PER
        else:
            ids = list(self.some(PER))
            marks = [self.masks[i] for i in ids] if r.random() < .6 else [font[str(k + 1)] for k in range(4)]
            tops = [lay.corner(marks[k], [marks[(k + 1) % 4], marks[(k + 2) % 4]]) for k in range(PER)]
            copies = [-1] * PER
        return shape, tops, extra, ids, copies

    def die(self, hard):
        """One die: its solid, prints, look."""
        shape, tops, extra, _, _ = self.prints()
        return shape, [self.one(tops[self.rng.integers(PER)]), *extra], faces.Look(self.rng, hard)

    def one(self, top):
        """One of the looks of a print."""
        return top[self.rng.integers(len(top))] if isinstance(top, list) else top

    def group(self, hard):
        """PER faces of one die: (shape, [views], icon id, copies) each; a view is (picture, box, face)."""
        r = self.rng
        shape, tops, extra, ids, copies = self.prints()
        looks = [faces.Look(r, hard)] * 2 + [faces.Look(r, hard) if r.random() < .6 else None]
        looks[2] = looks[2] or looks[0]
        looks[2].kind = looks[0].kind
        out = []
        for top, i, n in zip(tops, ids, copies):
            views = []
            for look in looks:
                pic, box, face, _ = self.painter.view(shape, [self.one(top), *extra], look, hard)
                views.append((np.clip(pic, 0, 255).astype(np.uint8), box, face))
            out.append((shape, views, int(i), n))
        return out

    def cuts(self, shape, view, step, hard, steady=False):
        """Spoils a view; the die's crop with what the aligner should say, and the face, turned by step of its symmetry."""
        r = self.rng
        pic, box, (center, scale, angle) = view
        pic = self.painter.spoil(pic.astype(np.float32), hard)
        n = TURNS[shape]
        # The crop around the box, turned anyhow; the finder's boxes are a little off.
        side = (box[2:] - box[:2]).max() * np.exp(r.normal(0, .05))
        mid = (box[:2] + box[2:]) / 2 + r.normal(0, .025, 2) * side
        spin = r.uniform(0, 2 * np.pi)
        crop = faces.cut(pic, mid, side / 2, spin, BOX, DIE / 2)
        k = DIE / side
        c, s = np.cos(-spin), np.sin(-spin)
        off = (center - mid) * k / BOX
        turn = angle - spin
        want = np.array([c * off[0] - s * off[1], s * off[0] + c * off[1], np.log(scale * k / 28), turn, n, SHAPES.index(shape)], np.float32)
        # The face, cut as well as the aligner can.
        off = 0 if steady else 2.2 if r.random() < .1 else 1
        a = angle + 2 * np.pi * step / n + off * r.normal(0, .06)
        share = SHARE.get(shape, 1) * np.exp(off * r.normal(0, .045))
        face = faces.cut(pic, center + off * r.normal(0, .045, 2) * scale, scale * share, a, FACE, FACE / 2)
        return crop, want, face


class Stream(torch.utils.data.IterableDataset):
    """Batches; each drawn group is used a few times, spoilt anew."""

    def __init__(self, icons, seed, hard):
        self.icons, self.seed, self.hard = icons, seed, hard

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        r = np.random.default_rng([self.seed, info.id if info else 0])
        drawer, shelf = Drawer(self.icons, r, lambda n: not held_out(n)), []
        while True:
            hard = float(self.hard.value)
            for _ in range(GROUPS):
                if len(shelf) < GROUPS * 24:
                    shelf.append([drawer.group(hard * r.uniform(.15, 1)), 0])
            yield self.batch(drawer, shelf, r, hard)

    def batch(self, drawer, shelf, r, hard):
        rows = []
        for k in sorted(r.choice(len(shelf), GROUPS, replace=False))[::-1]:
            shelf[k][1] += 1
            same = int(r.integers(60)) if r.random() < .8 else None  # faces are mixed up most easily the same way up
            bad = hard * r.uniform(.15, 1)
            for shape, views, icon, n in shelf[k][0]:
                step = int(r.integers(60) if same is None else same) % TURNS[shape]
                for v in r.choice(VIEWS, 2, replace=False):
                    rows.append((*drawer.cuts(shape, views[v], step, bad), icon, n))
            if shelf[k][1] >= USES:
                del shelf[k]
        crop, want, face, icon, n = zip(*rows)
        planes = lambda v: torch.from_numpy(np.ascontiguousarray(np.stack(v).transpose(0, 3, 1, 2)[:, ::-1]))
        return planes(crop), torch.from_numpy(np.stack(want)), planes(face), torch.tensor(icon), torch.tensor(n)


def evened(x):
    """Takes light and contrast out of squares (N,3,P,P; 0..1): what lies in the middle disc gets mean 0, spread 1/4. vision/cv does the same."""
    px = x.shape[-1]
    at = torch.arange(px) + .5 - px / 2
    disc = ((at[:, None] ** 2 + at[None] ** 2) <= (.35 * px) ** 2).float()
    n = disc.sum()
    mean = (x * disc).sum((2, 3), keepdim=True) / n
    spread = ((x - mean) ** 2 * disc).sum((1, 2, 3), keepdim=True).div(3 * n).sqrt()
    return ((x - mean) / (4 * spread + .04)).clamp(-3, 3)


def blind(aligner, y):
    """What the aligner says where nothing is known of the camera."""
    return aligner.says(y, torch.zeros(len(y), 3))


def align_loss(out, want):
    place = F.smooth_l1_loss(out[:, :3], want[:, :3], beta=.02)
    turn, hits = 0, []
    for k, n in enumerate((1, 3, 4, 5)):
        own = want[:, 4] == n
        if own.any():
            a = want[own, 3] * n
            p = out[own, 3 + 2 * k:5 + 2 * k]
            turn = turn + ((p - torch.stack([a.cos(), a.sin()], 1)) ** 2).sum() / len(want)
            e = torch.atan2(p[:, 1], p[:, 0]) - a
            hits.append((torch.atan2(e.sin(), e.cos()) / n).abs())
    shape = F.cross_entropy(out[:, 11:17], want[:, 5].long())
    off = torch.cat(hits).detach().rad2deg()
    return 5 * place + turn + .5 * shape, {"a.place": place.item(), "a.deg": off.median().item(), "a.bad": (off > 8).float().mean().item(), "a.shape": (out[:, 11:17].argmax(1) == want[:, 5]).float().mean().item()}


def face_loss(out, icon, copies):
    z, w, counts = F.normalize(out[:, :96].float()), F.normalize(out[:, 96:144].float()), out[:, 144:150].float()
    m = len(z)
    itself = torch.eye(m, dtype=torch.bool)
    logits = (z @ z.T / TEMPERATURE).masked_fill(itself, -1e4)
    other = torch.arange(m) ^ 1
    face = F.cross_entropy(logits, other)
    hit = (logits.argmax(1) == other).float().mean().item()
    same = (icon[:, None] == icon[None]) & ~itself
    logits = (w @ w.T / .1).masked_fill(itself, -1e4)
    logp = logits.log_softmax(1)
    alone = -(logp * same).sum(1) / same.sum(1)
    ok = copies > 0
    count = F.cross_entropy(counts[ok], copies[ok] - 1, label_smoothing=.02)
    return face + .5 * alone.mean() + .5 * count, {"face": face.item(), "hit": hit, "icon": alone.mean().item(), "count": (counts[ok].argmax(1) == copies[ok] - 1).float().mean().item()}


def compare_loss(comparer, out):
    """Views of one face against its siblings in the group, the likest of them and another, and the likest of all other groups."""
    m = len(out)
    places = softened(out[:, 150:].float())
    i = torch.arange(m)
    group = i // (2 * PER)
    with torch.no_grad():
        z = F.normalize(out[:, :96].float())
        like = z @ z.T
        kin, self_ = group[:, None] == group[None], (i // 2)[:, None] == (i // 2)[None]
        sibling = like.masked_fill(~kin | self_, -9).argmax(1)
        noise = torch.rand(m, m)
        other = noise.masked_fill(~kin | self_, -9).argmax(1)
        stranger = like.masked_fill(kin, -9).argmax(1)
        stranger = stranger[::2]
    even = i[::2]
    a = torch.cat([even, i, even + 1, even])
    b = torch.cat([even + 1, sibling, other[1::2], stranger])
    y = torch.zeros(len(a))
    p, n = m // 2, m // 2 + m
    y[:p] = 1
    with torch.autocast("cpu", dtype=torch.bfloat16):
        got = comparer(beside(places[a], places[b]).to(memory_format=torch.channels_last))
    got = got.float()[:, 0]
    loss = F.binary_cross_entropy_with_logits(got, y)
    with torch.no_grad():
        return loss, {"same": loss.item(), "s.pos": (got[:p] > 0).float().mean().item(), "s.neg": (got[p:n] < 0).float().mean().item(),
                      "s.lead": (got[:p] > got[p:n:2]).float().mean().item(), "s.sure": (got[p:n] > 3).float().mean().item()}


def check_set(icons, path, groups=60):
    """Faces of icons and fonts kept out of training, three views each."""
    if os.path.exists(path):
        return torch.load(path)
    r = np.random.default_rng(99)
    d = Drawer(icons, r, held_out)
    rows = []
    for _ in range(groups):
        for shape, views, icon, n in d.group(.6):
            for v in views:
                rows.append((*d.cuts(shape, v, 0, .6), icon, n))
    crop, want, face, icon, n = zip(*rows)
    planes = lambda v: torch.from_numpy(np.ascontiguousarray(np.stack(v).transpose(0, 3, 1, 2)[:, ::-1]))
    out = planes(crop), torch.from_numpy(np.stack(want)), planes(face), torch.tensor(icon), torch.tensor(n)
    torch.save(out, path)
    return out


def check(aligner, net, comparer, data):
    """Which of all faces is it, from one view? With the same plastic, and with another."""
    aligner.eval(), net.eval(), comparer.eval()
    crop, want, face, _, n = data
    with torch.no_grad():
        out = torch.cat([net(evened(f.float() / 255)) for f in face.split(128)])
        where = torch.cat([blind(aligner, aligner(evened(c.float() / 255))) for c in crop.split(128)])
    z = F.normalize(out[:, :96])
    a, b, c = z[0::3], z[1::3], z[2::3]
    right = torch.arange(len(a))
    one = ((b @ a.T).argmax(1) == right).float().mean().item()
    other = ((c @ a.T).argmax(1) == right).float().mean().item()
    # The six faces whose vectors come nearest, compared.
    places, told = softened(out[:, 150:]), {}
    with torch.no_grad():
        for name, q, k in (("same", 1, b), ("same, other look", 2, c)):
            near = (k @ a.T).topk(6, 1).indices
            got = torch.stack([comparer(beside(places[q::3], places[0::3][near[:, j]]))[:, 0] for j in range(6)], 1)
            best = got.argmax(1)
            hit = near[torch.arange(len(a)), best] == right
            sure = got.max(1).values > 3
            told[name] = hit.float().mean().item()
            told[name + ", sure"] = sure.float().mean().item()
            told[name + ", sure and wrong"] = (sure & ~hit).float().sum().item()
            both = got / 3 + 24 * (k @ a.T).gather(1, near)
            told[name + ", both"] = (near[torch.arange(len(a)), both.argmax(1)] == right).float().mean().item()
    ok = n > 0
    count = (out[ok, 144:150].argmax(1) == n[ok] - 1).float().mean().item()
    aligner.train(), net.train(), comparer.train()
    return {"1-shot": one, "other look": other, "count": count, **told, **{k: v for k, v in align_loss(where, want)[1].items()}}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("icons")
    p.add_argument("--start", help="weights that resume_faces.py took from the networks that ship")
    p.add_argument("--keep-aligner", action="store_true", help="leave the aligner as it is")
    a = arguments(p).parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    nets = torch.nn.ModuleDict({"aligner": Aligner(), "faces": Faces(), "comparer": Comparer()})
    if a.start:
        for k, v in torch.load(a.start).items():
            nets[k].load_state_dict(v)
    run, checks = Learning(nets, a), check_set(a.icons, a.out + ".check")
    hard = torch.multiprocessing.Value("d", 0.0)
    data = iter(torch.utils.data.DataLoader(Stream(a.icons, a.seed + run.step, hard), batch_size=None, num_workers=a.workers, prefetch_factor=3))

    def lose(run):
        hard.value = 1 if a.start else min(1, .3 + run.done() / .25)
        crop, want, face, icon, copies = next(data)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = nets["faces"](evened(face.float() / 255).to(memory_format=torch.channels_last))
        loss, parts = face_loss(out, icon, copies)
        more, told = compare_loss(nets["comparer"], out)
        loss, parts = loss + 2 * more, parts | told
        if not a.keep_aligner and run.step % ALIGN_EVERY == 0:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = nets["aligner"](evened(crop.float() / 255).to(memory_format=torch.channels_last))
            more, told = align_loss(blind(nets["aligner"], out.float()), want)
            loss, parts = loss + more, parts | told
        return loss, parts, len(face)

    run.run(lose, lambda mean: check(mean["aligner"], mean["faces"], mean["comparer"], checks))


if __name__ == "__main__":
    main()
