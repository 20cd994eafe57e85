"""Trains the aligner alone, on from the one that ships; goes on from --out if it exists.

    python3 train_aligner.py icons96.npz start.pt --out aligner.pt --minutes 60 [--photos DATA --sets early,...]

Dice are seen by a camera that leans more than in train_faces.py, and mostly the aligner is told about how: the dice of a picture tell each other. Of
photographed dice nobody knows where their top faces lie: they teach the solid alone.
"""
import argparse
import json
import os

import cv2
import numpy as np
import torch
from torch.nn import functional as F

import faces
from face_nets import Aligner
from faces import BOX, DIE, SHAPES, TURNS
from learning import Learning, arguments
from train_faces import Drawer, align_loss, evened, held_out

DRAWN, PHOTOGRAPHED, USES, SHELF = 160, 20, 9, 2500
MOST = .56  # rad: a cocked die is seen under such a lean


def crop(pic, box, r, off=1):
    """The die cut out, turned anyhow; finders' boxes are a little off. Also what was done: the box's middle, side and the turn."""
    side = (box[2:] - box[:2]).max() * np.exp(off * r.normal(0, .045))
    mid = (box[:2] + box[2:]) / 2 + off * r.normal(0, .02, 2) * side
    spin = r.uniform(0, 2 * np.pi)
    return faces.cut(pic, mid, side / 2, spin, BOX, DIE / 2), mid, side, spin


def wanted(shape, face, normal, mid, side, spin):
    """What the aligner should say of the crop."""
    center, scale, angle = face
    k = DIE / side
    c, s = np.cos(-spin), np.sin(-spin)
    turned = lambda v: (c * v[0] - s * v[1], s * v[0] + c * v[1])
    return np.array([*turned((center - mid) * k / BOX), np.log(scale * k / 28), angle - spin, TURNS[shape], SHAPES.index(shape), *turned(normal)], np.float32)


class Solids:
    """Photographed dice of some COCO sets by their solid, each with its surroundings: (picture, box)."""

    WIDE = 200  # px: the longer side of a die and half as much around it

    def __init__(self, root, sets):
        self.of = {}
        for name in sets:
            with open(f"{root}/{name}/dev.json") as f:
                coco = json.load(f)
            files = {i["id"]: i["file_name"] for i in coco["images"] if not i.get("augmented")}
            names = {c["id"]: c["name"] for c in coco["categories"]}
            pictures = {}
            for a in coco["annotations"]:
                file, t = files.get(a["image_id"]), a["attributes"]
                if file is None or names[a["category_id"]] not in SHAPES or t.get("bbox_approx") or t.get("bbox_whole") or "barrel" in t.get("shape_note", ""):
                    continue
                if file not in pictures:
                    pictures = {file: cv2.imread(f"{root}/{name}/{file}", cv2.IMREAD_COLOR)}
                b = np.array(a["bbox"], float)
                mid, side = b[:2] + b[2:] / 2, b[2:].max()
                wide = faces.cut(pictures[file], mid, side, 0, self.WIDE, self.WIDE / 2)
                half = b[2:] / side * self.WIDE / 4
                self.of.setdefault((names[a["category_id"]], name), []).append((wide, np.concatenate([self.WIDE / 2 - half, self.WIDE / 2 + half])))

    def some(self, r, spoil):
        shape = SHAPES[r.integers(len(SHAPES))]
        sets = [k for k in self.of if k[0] == shape]
        p = np.sqrt([len(self.of[k]) for k in sets])
        dice = self.of[sets[r.choice(len(sets), p=p / p.sum())]]
        pic, box = dice[r.integers(len(dice))]
        if r.random() < .4:
            pic = pic[..., r.permutation(3)]
        if r.random() < .5:
            pic, box = pic[:, ::-1], np.array([self.WIDE - box[2], box[1], self.WIDE - box[0], box[3]])
        if r.random() < .1:
            pic = 255 - pic
        pic = pic.astype(np.float32)
        if r.random() < .35:  # a die of few px
            f = r.uniform(.2, .7)
            pic = cv2.resize(cv2.resize(pic, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (self.WIDE, self.WIDE), interpolation=cv2.INTER_LINEAR)
        return crop(spoil(pic, r.uniform(.05, .7)), box, r, 1.5)[0], np.array([0, 0, 0, 0, 0, SHAPES.index(shape), 0, 0], np.float32)


class Stream(torch.utils.data.IterableDataset):
    def __init__(self, a, seed):
        self.a, self.seed = a, seed

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        r = np.random.default_rng([self.seed, info.id if info else 0])
        drawer = Drawer(self.a.icons, r, lambda n: not held_out(n))
        photos, shelf = Solids(self.a.photos, self.a.sets.split(",")) if self.a.sets else None, []
        while True:
            for _ in range(DRAWN // USES):
                new = drawn(drawer, r)
                if len(shelf) < SHELF:
                    shelf.append(new)
                else:
                    shelf[r.integers(SHELF)] = new
            rows = [sample(drawer, shelf[i], r) for i in r.integers(len(shelf), size=DRAWN)]
            if photos:
                rows += [photos.some(r, drawer.painter.spoil) for _ in range(PHOTOGRAPHED)]
            pics, want = zip(*rows)
            yield torch.from_numpy(np.ascontiguousarray(np.stack(pics).transpose(0, 3, 1, 2)[:, ::-1])), torch.from_numpy(np.stack(want))


def difficulty(r):
    return r.uniform(.05, .5) if r.random() < .6 else r.uniform(.15, 1)


def drawn(drawer, r):
    """A die: (solid, picture, box, face, normal)."""
    hard = difficulty(r)
    shape, prints, look = drawer.die(hard)
    lean = r.uniform(0, MOST) if r.random() < .5 else min(MOST, abs(r.normal(0, .18)))
    pic, *where = drawer.painter.view(shape, prints, look, hard, lean)
    return shape, np.clip(pic, 0, 255).astype(np.uint8), *where


def sample(drawer, die, r):
    shape, pic, box, face, normal = die
    cut, mid, side, spin = crop(drawer.painter.spoil(pic.astype(np.float32), difficulty(r)), box, r)
    return cut, wanted(shape, face, normal, mid, side, spin)


def check_set(icons, path, n=900):
    """Dice with icons and fonts kept out of training."""
    if not os.path.exists(path):
        r = np.random.default_rng(98)
        d = Drawer(icons, r, held_out)
        rows = [sample(d, drawn(d, r), r) for _ in range(n)]
        pics, want = zip(*rows)
        torch.save((torch.from_numpy(np.ascontiguousarray(np.stack(pics).transpose(0, 3, 1, 2)[:, ::-1])), torch.from_numpy(np.stack(want))), path)
    return torch.load(path)


def told(want, g):
    """What the other dice tell of the camera: of three dice in ten nothing; else about which way the face looks, now and then (a cocked die) something else."""
    n = len(want)
    sigma = .02 + .06 * torch.rand(n, 1, generator=g)
    sigma = torch.where(torch.rand(n, 1, generator=g) < .07, .35, sigma)
    known = (torch.rand(n, 1, generator=g) > .3).float() * (want[:, 4:5] > 0)
    return known * torch.cat([torch.ones(n, 1), want[:, 6:] + sigma * torch.randn(n, 2, generator=g)], 1)


def check(net, data):
    """How far the face's middle is off, in halves of the cut square (median, and how many by more than .15), how much of an offset is told, and the rest."""
    net.eval()
    crops, want = data
    with torch.no_grad():
        y = torch.cat([net(evened(c.float() / 255)) for c in crops.split(128)])
        off = want[:, :2].norm(dim=1) * BOX / (28 * want[:, 2].exp())
        for name, know in ("nothing", torch.zeros(len(y), 3)), ("the camera", torch.cat([torch.ones(len(y), 1), want[:, 6:] + .04 * torch.randn(len(y), 2, generator=torch.Generator().manual_seed(3))], 1)):
            out = net.says(y, know)
            err, line = (out[:, :2] - want[:, :2]).norm(dim=1) * BOX / (28 * want[:, 2].exp()), []
            for i, s in enumerate(SHAPES):
                for lo, hi in (0, .15), (.15, .3), (.3, .6):
                    m = (want[:, 5] == i) & (off >= lo) & (off < hi)
                    line.append(f"{s} {lo}: {err[m].median():.3f}")
            looks = (out[:, 17:] - want[:, 6:]).norm(dim=1)
            print(f"told {name}:", "  ".join(line), " normal off", [round(looks[want[:, 5] == i].median().item(), 3) for i in range(6)],
                  {k: round(v, 4) for k, v in align_loss(out, want)[1].items()})
        out = net.says(y, torch.zeros(len(y), 3))
    net.train()
    return align_loss(out, want)[1]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("icons")
    p.add_argument("start", help="weights that resume_faces.py took from the networks that ship")
    p.add_argument("--photos")
    p.add_argument("--sets", default="")
    a = arguments(p).parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    net = Aligner()
    net.load_state_dict(torch.load(a.start)["aligner"])
    nets = torch.nn.ModuleDict({"aligner": net})
    run, checks = Learning(nets, a), check_set(a.icons, a.out + ".check")
    data = iter(torch.utils.data.DataLoader(Stream(a, a.seed + run.step), batch_size=None, num_workers=a.workers, prefetch_factor=3))

    g = torch.Generator().manual_seed(a.seed)

    def lose(run):
        crops, want = next(data)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = nets["aligner"](evened(crops.float() / 255).to(memory_format=torch.channels_last)).float()
        out = nets["aligner"].says(out, told(want, g))
        known = want[:, 4] > 0
        loss, parts = align_loss(out[known], want[known])
        normal = F.smooth_l1_loss(out[known, 17:], want[known, 6:], beta=.05)
        loss, parts["normal"] = loss + 2 * normal, normal.item()
        if not known.all():
            real = F.cross_entropy(out[~known, 11:17], want[~known, 5].long())
            loss = loss + .1 * real
            parts["photographed"] = (out[~known, 11:17].argmax(1) == want[~known, 5]).float().mean().item()
        return loss, parts, len(crops)

    run.run(lose, lambda mean: check(mean["aligner"], checks))


if __name__ == "__main__":
    main()
