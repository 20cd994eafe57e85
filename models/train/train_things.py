"""Trains what tells dice from other things, and writes it beside the networks with a sample and its manifest entry.

    python3 train_things.py 'DRAWN*.bin' PHOTOGRAPHED.bin 'VIRTUAL*.bin' POOLS SETS_POOL ../networks DATA SETS [--steps 7000] [--rate .001] [--out things.pt]

DRAWN and PHOTOGRAPHED are what TestSoakThings of vision/cv/find writes: what the finder finds in untidy pictures (untidy.py), and in the photographs of SETS (by commas) of DATA. Places of these photographs where no die lies are
no dice either. VIRTUAL is what TestSoakLeaningDice of vision/cv/face writes, dice of the virtual table. POOLS (by commas) and SETS_POOL are of sprites.py: dice that touch, lie half under others and are small.
The first layers are those of the network that tells how a camera leans and stay as they are: what they make of each crop, moved and spoilt in VARIANTS ways, is made once.
"""
import argparse
import glob
import json
import time

import cv2
import numpy as np
import torch
from torch import nn

from scenes import Composer, Sprites
from train_leaning import STILL, WIDE, Leaning, begun, cut, data, evened, moved, rate_at, spoilt, write

VARIANTS = 2
DRAWN = {"none": 24000, "dice": 12000}  # at most so many finds are learned from
TOUCHING, LEAST = 6000, 15  # dice that touch or not, and how large the smallest of them is, px
BATCH = {"none": 40, "dice": 18, "touching": 12, "virtual": 12, "photographed": 14, "elsewhere": 8}  # how many of each are in a batch
PLACES = 12  # where no die lies, for each photograph
NONE, DIE = 0, 1  # labels; 2 is what nobody can say of


class Things(Leaning):
    """Crop of a find (N,3,80,80), evened -> (N,1): how much likelier it is a die than another thing, as a logarithm. It begins as the network that tells how a camera leans."""

    def __init__(self, leaning):
        super().__init__()
        self.body, self.fc, self.drop, self.out = leaning.body, nn.Linear(32 * 25, 64), nn.Dropout(.3), nn.Linear(64, 1)
        with torch.no_grad():
            self.fc.weight.copy_(leaning.fc.weight[:64]), self.fc.bias.copy_(leaning.fc.bias[:64])


def finds(pattern):
    """Crops (N,104,104,3) and labels (N,)."""
    rows = np.concatenate([np.fromfile(p, np.uint8).reshape(-1, WIDE * WIDE * 3 + 4) for p in sorted(glob.glob(pattern))])
    return rows[:, :-4].reshape(-1, WIDE, WIDE, 3), rows[:, -4:].copy().view("<u4")[:, 0]


def touching(pools, sets, r):
    """Dice as the finder learns them, TOUCHING of them: in rows, rings and blocks, half under others, small."""
    composer, out = Composer(Sprites(pools), None, r, real=0, backgrounds=60, sets=Sprites([sets])), []
    while len(out) < TOUCHING:
        tile, boxes, _, _ = composer.tile()
        out += [cut(tile, (x0, y0, x1 - x0, y1 - y0)) for x0, y0, x1, y1, _ in boxes if max(x1 - x0, y1 - y0) >= LEAST]
    return np.stack(out[:TOUCHING])


def elsewhere(root, sets, r):
    """Places of photographs where no die lies, .3 to 2 times as large as one there."""
    out = []
    for name in sets:
        with open(f"{root}/{name}/dev.json") as f:
            coco = json.load(f)
        for im in [i for i in coco["images"] if not i.get("augmented")]:
            boxes = np.array([a["bbox"] for a in coco["annotations"] if a["image_id"] == im["id"]])
            if len(boxes) == 0:
                continue
            pic = cv2.imread(f"{root}/{name}/{im['file_name']}", cv2.IMREAD_COLOR)
            h, w = pic.shape[:2]
            for _ in range(PLACES):
                s = np.median(boxes[:, 2:].max(1)) * np.exp(r.uniform(np.log(.3), np.log(2)))
                if not 10 <= s <= .6 * min(h, w):
                    continue
                x, y = r.uniform(0, w - s), r.uniform(0, h - s)
                if not ((boxes[:, 0] < x + s) & (x < boxes[:, 0] + boxes[:, 2]) & (boxes[:, 1] < y + s) & (y < boxes[:, 1] + boxes[:, 3])).any():
                    out.append(cut(pic, (x, y, s, s)))
    return np.stack(out)


def seen(net, wide, r):
    """What the layers that stay make of crops (N,VARIANTS,32,20,20)."""
    out = np.empty((len(wide), VARIANTS, 32, 20, 20), np.float16)
    for i, crop in enumerate(wide):
        ways = [moved(crop, np.zeros(2), r)[0] for _ in range(VARIANTS)]
        with torch.no_grad():
            out[i] = net.below(evened(np.stack([spoilt(w, r) if r.random() < .3 else w for w in ways])).to(memory_format=torch.channels_last)).numpy()
    return out


def learn(net, pools, r, steps, rate):
    opt = torch.optim.AdamW([*net.body[STILL:].parameters(), *net.fc.parameters(), *net.out.parameters()], rate, weight_decay=.02)
    aims = torch.cat([torch.full((n, 1), .99 if name not in ("none", "elsewhere") else .01) for name, n in BATCH.items()])
    mean, begin = 0, time.time()
    net.train()
    for step in range(steps):
        for g in opt.param_groups:
            g["lr"] = rate_at(step, steps, rate)
        x = np.concatenate([pools[name][r.integers(len(pools[name]), size=n), r.integers(VARIANTS, size=n)] for name, n in BATCH.items()]).astype(np.float32)
        loss = nn.functional.binary_cross_entropy_with_logits(net.above(torch.from_numpy(x).to(memory_format=torch.channels_last)), aims)
        mean += .01 * (loss.item() - mean)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        opt.step()
        if step % 200 == 199:
            print(f"{step + 1} steps, {(time.time() - begin) / 60:.1f} min, loss {mean:.3f}", flush=True)
    net.eval()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("drawn"), p.add_argument("photographed"), p.add_argument("virtual"), p.add_argument("pools"), p.add_argument("touching"), p.add_argument("networks"), p.add_argument("data"), p.add_argument("sets")
    p.add_argument("--steps", type=int, default=7000), p.add_argument("--rate", type=float, default=1e-3), p.add_argument("--out", default="things.pt")
    a = p.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net, r = Things(begun(a.networks, "leaning.onnx")).to(memory_format=torch.channels_last), np.random.default_rng(3)
    drawn, is_ = finds(a.drawn)
    pools = {name: seen(net, drawn[r.permutation(np.flatnonzero(is_ == label))[:DRAWN[name]]], r) for name, label in (("none", NONE), ("dice", DIE))}
    pools["touching"] = seen(net, touching(a.pools.split(","), a.touching, r), r)
    pools["virtual"] = seen(net, data(a.virtual)[0], r)
    photographed, is_ = finds(a.photographed)
    pools["photographed"] = seen(net, photographed[is_ == DIE], r)
    pools["elsewhere"] = seen(net, np.concatenate([photographed[is_ == NONE], elsewhere(a.data, a.sets.split(","), r)]), r)
    print({name: len(pool) for name, pool in pools.items()}, flush=True)
    learn(net, pools, r, a.steps, a.rate)
    torch.save(net.state_dict(), a.out)
    write(net, a.networks, "things")


if __name__ == "__main__":
    main()
