"""Trains one of the networks; goes on from --out if it exists.

    python3 train.py finder|reader --sprites DIR… [--photos ROOT --sets a,b,…] --out model.pt
                     [--start other.pt] --steps N [--real 0.5] [--lr 2e-3] [--seed 1] [--threads 1] [--fresh 0.33]
                     [--touching SETS] [--icons icons.npz] [--minutes M] [--unknown .14]

--touching (a pool of "sets" from sprites.py) and --icons (for the print on things that are no dice) make the finder's pictures untidy.

What is kept under "net" is the running mean of the last weights. Steps are made in bfloat16: processors that know it take less than half the time.
"""
import argparse
import os
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from nets import Finder, Reader
from scenes import CROP, STRIDE, TILE, Composer, Photos, Sprites
from things import Things


MEAN = .004  # how much the newest weights count in the running mean
LARGE, TOO_LARGE = 88, 112  # px: the finder need not, and must not, answer to dice larger than these


def finder_targets(boxes, mask, ignore):
    """Heat, box distances, their weight, mask, and where the picture is known, on the grid of TILE / STRIDE."""
    g = TILE // STRIDE
    heat, dist, weight = np.zeros((g, g), np.float32), np.zeros((4, g, g), np.float32), np.zeros((g, g), np.float32)
    known = np.ones((g, g), np.float32)
    cut = np.full((g, g), -1.0, np.float32)
    if mask is not None:
        cut = cv2.resize(mask, (g, g), interpolation=cv2.INTER_AREA)
    else:
        cut[:] = 0
    for u in ignore:
        known[cv2.resize(u.astype(np.uint8), (g, g), interpolation=cv2.INTER_AREA) > 0] = 0
    yy, xx = np.mgrid[:g, :g].astype(np.float32) * STRIDE + STRIDE / 2
    for x0, y0, x1, y1, exact in boxes:
        cx, cy, w, h = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
        inside = (xx > x0) & (xx < x1) & (yy > y0) & (yy < y1)
        if mask is None:
            cut[inside] = -1  # a photo has no mask; only what lies outside all boxes is sure
        if max(w, h) > TOO_LARGE:
            continue  # seen at a coarser size of the picture; here it is no die
        if not (0 <= cx < TILE and 0 <= cy < TILE) or max(w, h) > LARGE:
            known[inside] = 0
            continue
        s = max(max(w, h) / 9, 2.2)
        # The grid cell nearest to the centre counts as the centre.
        qx, qy = (int(cx) // STRIDE + .5) * STRIDE, (int(cy) // STRIDE + .5) * STRIDE
        bell = np.exp(-((xx - qx) ** 2 + (yy - qy) ** 2) / (2 * s * s))
        better = bell > np.maximum(heat, .3)
        heat = np.maximum(heat, bell)
        if exact:
            d = np.stack([xx - x0, yy - y0, x1 - xx, y1 - yy])
            dist[:, better] = np.log(np.maximum(d[:, better], 1) / 16)
            weight[better] = bell[better]
    return heat, dist, weight, cut, known


def finder_loss(out, heat, dist, weight, cut, known):
    p = out[:, 0]
    soft = torch.sigmoid(p)
    one = (heat > .999).float()
    pos = one * (1 - soft) ** 2 * F.softplus(-p)
    neg = (1 - one) * (1 - heat) ** 4 * soft ** 2 * F.softplus(p) * known
    centre = (pos.sum() + neg.sum()) / one.sum().clamp(min=1)
    box = ((out[:, 1:5] - dist).abs().sum(1) * weight).sum() / weight.sum().clamp(min=1)
    there = (cut >= 0).float() * known
    mask = (F.binary_cross_entropy_with_logits(out[:, 5], cut.clamp(min=0), reduction="none") * there).sum() / there.sum().clamp(min=1)
    return centre + box + mask, {"centre": centre.item(), "box": box.item(), "mask": mask.item()}


def evened(x):
    """Takes light and contrast out of square crops (N,3,px,px; 0..1): what lies in the middle disc gets mean 0, spread 1/4.
    vision/cv does the same (face.go)."""
    px = x.shape[-1]
    at = torch.arange(px) + .5 - px / 2
    disc = ((at[:, None] ** 2 + at[None] ** 2) <= (.35 * px) ** 2).float()
    n = disc.sum()
    mean = (x * disc).sum((2, 3), keepdim=True) / n
    spread = ((x - mean) ** 2 * disc).sum((1, 2, 3), keepdim=True).div(3 * n).sqrt()
    return ((x - mean) / (4 * spread + .04)).clamp(-3, 3)


def reader_loss(out, shape, mark, string):
    def ce(logits, want, smooth=.02):
        ok = want >= 0
        return F.cross_entropy(logits[ok], want[ok], label_smoothing=smooth) if ok.any() else logits.sum() * 0
    a, b, c = ce(out[:, :6], shape), ce(out[:, 6:14], mark), ce(out[:, 14:], string)
    hit = (out[:, 6:14].argmax(1) == mark)[mark >= 0].float().mean().item()
    right = (out[:, 14:].argmax(1) == string)[string >= 0].float().mean().item()
    return .5 * a + b + .5 * c, {"shape": a.item(), "mark": b.item(), "string": c.item(), "hit": hit, "str_hit": right}


class Stream(torch.utils.data.IterableDataset):
    def __init__(self, a, batch):
        self.a, self.batch = a, batch

    def crops(self, make, shelf, rng, keep=30000):
        """Some are drawn anew; the rest comes from the shelf, turned and lit otherwise: drawing costs more than learning."""
        fresh = self.batch if len(shelf) < 10 * self.batch else int(self.a.fresh * self.batch)
        for _ in range(fresh):
            sample = make.crop()
            if len(shelf) < keep:
                shelf.append(sample)
            else:
                shelf[rng.integers(keep)] = sample
            yield sample
        for i in rng.integers(len(shelf), size=self.batch - fresh):
            img, y = shelf[i]
            img = np.rot90(img, rng.integers(4))
            if 0 <= y[1] < 6 and rng.random() < .5:
                img = img[:, ::-1]
            yield np.clip(img * rng.uniform(.8, 1.2, 3) + rng.uniform(-12, 12), 0, 255).astype(np.uint8), y

    def tiles(self, make, shelf, rng, keep=3000):
        """Like crops, for the finder."""
        fresh = self.batch if len(shelf) < 4 * self.batch else int(self.a.fresh * self.batch)
        for _ in range(fresh):
            sample = make.tile()
            if len(shelf) < keep:
                shelf.append(sample)
            else:
                shelf[rng.integers(keep)] = sample
            yield sample
        for i in rng.integers(len(shelf), size=self.batch - fresh):
            yield make.again(shelf[i])

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        a = self.a
        rng = np.random.default_rng([a.seed, info.id if info else 0, a.begun])
        photos = Photos(a.photos, a.sets.split(",")) if a.sets else None
        sets = Sprites([a.touching]) if a.touching else None
        things = Things(rng, np.load(a.icons)["masks"]) if a.icons else None
        make, shelf = Composer(Sprites(a.sprites), photos, rng, a.real, sets=sets, things=things, unknown_share=a.unknown), []
        if a.what == "reader" and not len(make.unknown):
            raise ValueError("no pool holds unknown faces alone: add one that sprites.py made with 'icons'")
        while True:
            if a.what == "finder":
                rows = [(img.transpose(2, 0, 1)[::-1].copy(), *finder_targets(*rest)) for img, *rest in self.tiles(make, shelf, rng)]
            else:
                rows = [(img.transpose(2, 0, 1)[::-1].copy(), *(np.int64(v) for v in y)) for img, y in self.crops(make, shelf, rng)]
            yield tuple(torch.from_numpy(np.stack(c)) for c in zip(*rows))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("what", choices=["finder", "reader"])
    p.add_argument("--sprites", nargs="+", required=True)
    p.add_argument("--photos")
    p.add_argument("--sets", default="")
    p.add_argument("--out", required=True)
    p.add_argument("--start")
    p.add_argument("--steps", type=int, required=True)
    p.add_argument("--real", type=float, default=.5)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--workers", type=int, default=1)
    p.add_argument("--fresh", type=float, help="share of a batch that is drawn anew: .33 for a reader, all for a finder, unless said")
    p.add_argument("--touching")
    p.add_argument("--minutes", type=float, default=1e9, help="wall time from the first step on, after which it ends whatever --steps says; the learning rate falls along it")
    p.add_argument("--icons")
    p.add_argument("--unknown", type=float, default=.14, help="share of a reader's drawn crops that show unknown faces")
    a = p.parse_args()
    if a.fresh is None:
        a.fresh = .33 if a.what == "reader" else 1
    torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)
    net, loss_of, batch = {"finder": (Finder, finder_loss, 16), "reader": (Reader, reader_loss, 96)}[a.what]
    net = net()
    opt = torch.optim.AdamW(net.parameters(), lr=a.lr, weight_decay=1e-3)
    a.begun = 0
    mean = None
    if os.path.exists(a.out):
        state = torch.load(a.out)
        net.load_state_dict(state["now"])
        mean = state["net"]
        opt.load_state_dict(state["opt"])
        a.begun = state["step"]
    elif a.start:
        net.load_state_dict(torch.load(a.start)["net"])
    net = net.to(memory_format=torch.channels_last)
    mean = mean or {k: v.clone() for k, v in net.state_dict().items()}
    data = iter(torch.utils.data.DataLoader(Stream(a, batch), batch_size=None, num_workers=a.workers, prefetch_factor=4))
    net.train()
    sums, since, start, ends = {}, time.time(), None, False
    for step in range(a.begun, a.steps):
        x, *y = next(data)
        start = start or time.time()
        warm, run = min(1, (step + 1) / 100), (time.time() - start) / (60 * a.minutes)
        for g in opt.param_groups:
            g["lr"] = a.lr * warm * (.5 + .5 * np.cos(np.pi * min(1, max(step / a.steps, run)))) + 1e-6
        ends = run >= 1 or step + 1 == a.steps
        x = x.float() / 255
        x = (x - .5 if a.what == "finder" else evened(x)).contiguous(memory_format=torch.channels_last)
        with torch.cpu.amp.autocast(dtype=torch.bfloat16):
            out = net(x)
        loss, parts = loss_of(out.float(), *y)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        opt.step()
        with torch.no_grad():
            for k, v in net.state_dict().items():
                mean[k] = mean[k].lerp(v, MEAN) if v.is_floating_point() else v.clone()
        for k, v in parts.items():
            sums[k] = sums.get(k, 0) + v
        if (step + 1) % 50 == 0:
            print(step + 1, {k: round(v / 50, 4) for k, v in sums.items()}, f"{50 * batch / (time.time() - since):.0f}/s", flush=True)
            sums, since = {}, time.time()
        if (step + 1) % 200 == 0 or ends:
            torch.save({"net": mean, "now": net.state_dict(), "opt": opt.state_dict(), "step": step + 1}, a.out + ".new")
            os.replace(a.out + ".new", a.out)
        if ends:
            break


if __name__ == "__main__":
    main()
