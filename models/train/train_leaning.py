"""Trains what tells of a die's crop how the camera leans, and writes it beside the networks with a sample and its manifest entry.

    python3 train_leaning.py 'CROPS*.bin' ../networks DATA SETS [--steps 6000] [--rate .002] [--start leaning.onnx] [--out leaning.pt]

CROPS are what TestSoakLeaningDice of vision/cv/face writes: dice of the virtual table under cameras that lean by 0 to 85°, which are spoilt here as cameras do. Its first layers are those of the aligner that ships and stay as they are: what they
make of each crop, moved and spoilt in VARIANTS ways, is kept beside the crops.
SETS (by commas) of DATA are photographs taken from above or half aside, of which nobody knows more. Every twentieth picture is kept out to check with.
"""
import argparse
import glob
import hashlib
import json
import os
import time

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from face_nets import Aligner
from nets import fold

WIDE, CROP, DIE = 104, 80, 48  # px: of a written crop, of the network's, and of a die's longer side in it
RINGS, WAYS = 9, 16  # of 10° each, from straight above on; ways what stands up may point to, from right on to down
STILL, VARIANTS = 3, 6  # layers that stay as they are, and ways in which a crop is moved and spoilt
SPREAD = 6  # degrees: by how much an answer may be off and be nearly as right
ABOVE = 50  # degrees: photographs lean less


class Leaning(nn.Module):
    """Crop of a die (N,3,80,80), evened -> (N,129): logits of the ways to look at it."""

    def __init__(self):
        super().__init__()
        self.body = Aligner().body
        self.fc, self.drop, self.out = nn.Linear(32 * 25, 128), nn.Dropout(.2), nn.Linear(128, 1 + (RINGS - 1) * WAYS)

    def below(self, x):
        return self.body[:STILL](x)

    def above(self, y):
        return self.out(self.drop(torch.relu(self.fc(self.body[STILL:](y).flatten(1)))))

    def forward(self, x):
        return self.above(self.below(x))


def begun(networks, start):
    """A new network with the aligner's convolutions, or, from leaning.onnx, all of what ships."""
    net = fold(Leaning().eval())
    have = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in onnx.load(f"{networks}/{start}").graph.initializer}
    own = net.state_dict()
    own.update({k: v for k, v in have.items() if start == "leaning.onnx" or k.startswith("body.")})
    net.load_state_dict(own)
    return net


def ring():
    """The lean in the middle of each of the ways, degrees."""
    return torch.tensor([5.] + [10 * r + 5. for r in range(1, RINGS) for _ in range(WAYS)])


def ups():
    """What stands up, seen from each of the ways: unit vectors, right, down and towards the camera."""
    out = [(0, 0, 1)]
    for r in range(1, RINGS):
        lean = np.radians(10 * r + 5)
        out += [(np.sin(lean) * np.cos(a), np.sin(lean) * np.sin(a), np.cos(lean)) for a in 2 * np.pi * np.arange(WAYS) / WAYS]
    return torch.tensor(np.array(out), dtype=torch.float32)


def wanted(lean):
    """Shares of the ways for leans (N,2; right and down, of 90°)."""
    far = lean.norm(dim=1, keepdim=True)
    up = torch.cat([lean / far.clamp(min=1e-6) * torch.sin(far * np.pi / 2), torch.cos(far * np.pi / 2)], 1)
    off = torch.rad2deg(torch.acos((up @ ups().T).clamp(-1, 1)))
    near = torch.exp(-.5 * (off / SPREAD) ** 2) + 1e-9
    return near / near.sum(1, keepdim=True)


AT = np.arange(CROP) + .5 - CROP / 2
DISC = ((AT[None] ** 2 + AT[:, None] ** 2) <= (.35 * CROP) ** 2).astype(np.uint8)


def evened(bgr):
    """Light and contrast taken out, as vision/cv does: in the middle disc mean 0, spread 1/4. (N,80,80,3) -> (N,3,80,80)."""
    out = np.empty((len(bgr), 3, CROP, CROP), np.float32)
    for i, crop in enumerate(bgr):
        mean, spread = (v[::-1, 0] / 255 for v in cv2.meanStdDev(crop, mask=DISC))
        gain = 1 / (4 * np.sqrt((spread ** 2).mean()) + .04)
        for k in range(3):
            out[i, k] = (crop[..., 2 - k] * np.float32(gain / 255) - np.float32(mean[k] * gain)).clip(-3, 3)
    return torch.from_numpy(out)


def spoilt(bgr, r):
    """A crop as a worse camera sees it: few px, blurred, with noise, in other light and colours, as a JPEG."""
    x = bgr[..., r.permutation(3)].astype(np.float32) / 255
    if r.random() < .15:
        x = 1 - x
    if r.random() < .7:
        px = int(r.integers(24, 80))
        x = cv2.resize(cv2.resize(x, (px, px), interpolation=cv2.INTER_AREA), (CROP, CROP), interpolation=cv2.INTER_LINEAR)
    if r.random() < .4:
        x = cv2.GaussianBlur(x, (0, 0), r.uniform(.5, 1.8))
    x = np.clip(x, 0, 1) ** np.exp(r.normal(0, .4)) * r.uniform(.4, 1.5) * (1 + r.normal(0, .12, 3)) + r.normal(0, .03)
    x = np.clip(x + r.normal(0, 1, x.shape) * r.uniform(0, .05), 0, 1)
    return cv2.imdecode(cv2.imencode(".jpg", (x * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(30, 95))])[1], cv2.IMREAD_COLOR)


def moved(wide, lean, r):
    """A written crop as a find may be cut, turned any way and as the network is given it, and which way its lean points then."""
    turn = r.integers(4) * np.pi / 2 + r.uniform(-.4, .4)
    k = DIE / (WIDE / 2) * np.exp(r.normal(0, .04))
    c, s = k * np.cos(turn), k * np.sin(turn)
    x, y = CROP / 2 - .5 + r.normal(0, .02 * DIE, 2)
    to = np.array([[c, -s, x - (c - s) * (WIDE - 1) / 2], [s, c, y - (s + c) * (WIDE - 1) / 2]])
    out = cv2.warpAffine(wide, to, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out, np.array([np.cos(turn) * lean[0] - np.sin(turn) * lean[1], np.sin(turn) * lean[0] + np.cos(turn) * lean[1]])


def plain(wide):
    """A written crop as the network is given it."""
    k = DIE / (WIDE / 2)
    off = CROP / 2 - .5 - k * (WIDE - 1) / 2
    return cv2.warpAffine(wide, np.array([[k, 0, off], [0, k, off]]), (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def data(pattern):
    """All crops (N,104,104,3), their leans (N,2), pictures and solids (N,)."""
    rows = np.concatenate([np.fromfile(p, np.uint8).reshape(-1, WIDE * WIDE * 3 + 16) for p in sorted(glob.glob(pattern))])
    told = rows[:, -16:].copy()
    return rows[:, :-16].reshape(-1, WIDE, WIDE, 3), told[:, :8].copy().view("<f4"), told[:, 8:12].copy().view("<u4")[:, 0], told[:, 12:].copy().view("<u4")[:, 0]


def photographed(root, sets):
    """The dice of some COCO sets, cut like written crops."""
    out = []
    for name in sets:
        with open(f"{root}/{name}/dev.json") as f:
            coco = json.load(f)
        files = {i["id"]: i["file_name"] for i in coco["images"] if not i.get("augmented")}
        for i, file in sorted(files.items())[:115]:
            pic = cv2.imread(f"{root}/{name}/{file}", cv2.IMREAD_COLOR)
            out += [cut(pic, a["bbox"]) for a in [a for a in coco["annotations"] if a["image_id"] == i][:6]]
    return np.stack(out)


def cut(pic, box):
    x, y, w, h = box
    k = WIDE / 2 / max(w, h)
    if k < .6:
        pic, x, y, w, h, k = cv2.resize(pic, None, fx=1.6 * k, fy=1.6 * k, interpolation=cv2.INTER_AREA), 1.6 * k * x, 1.6 * k * y, 1.6 * k * w, 1.6 * k * h, 1 / 1.6
    to = np.array([[k, 0, WIDE / 2 - k * (x + w / 2)], [0, k, WIDE / 2 - k * (y + h / 2)]])
    return cv2.warpAffine(pic, to, (WIDE, WIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def seen(net, wide, leans, share, r):
    """What the layers that stay make of crops, moved and some of them spoilt in VARIANTS ways each (N,VARIANTS,32,20,20), and their leans."""
    out, aims = np.empty((len(wide), VARIANTS, 32, 20, 20), np.float16), np.empty((len(wide), VARIANTS, 2), np.float32)
    for i in range(len(wide)):
        crops = []
        for v in range(VARIANTS):
            crop, aims[i, v] = moved(wide[i], leans[i], r)
            crops.append(spoilt(crop, r) if r.random() < share else crop)
        with torch.no_grad():
            out[i] = net.below(evened(np.stack(crops)).to(memory_format=torch.channels_last)).numpy()
    return out, aims


def pool(net, pattern):
    """seen of all crops, kept beside them."""
    parts = []
    for path in sorted(glob.glob(pattern)):
        if not os.path.exists(path + ".seen.npz"):
            wide, leans, pictures, _ = data(path)
            out, aims = seen(net, wide, leans, .65, np.random.default_rng(len(parts) + 11))
            with open(path + ".seen.part", "wb") as f:
                np.savez(f, out=out, aims=aims, pictures=pictures)
            os.rename(path + ".seen.part", path + ".seen.npz")
            print(path, len(wide), flush=True)
        with np.load(path + ".seen.npz") as z:
            parts.append((z["out"], z["aims"], z["pictures"]))
    return [np.concatenate([p[k] for p in parts]) for k in range(3)]


def rate_at(step, steps, rate):
    """The learning rate: it grows for 100 steps and falls along half a cosine."""
    return rate * min(1, (step + 1) / 100) * (.01 + .99 * .5 * (1 + np.cos(np.pi * step / steps)))


def learn(net, pattern, photos, steps, rate):
    below, aims, pictures = pool(net, pattern)
    known = np.flatnonzero(pictures % 20 != 0)
    r, begin = np.random.default_rng(5), time.time()
    photos = seen(net, photos, np.zeros((len(photos), 2)), .3, r)[0]
    opt = torch.optim.AdamW([*net.body[STILL:].parameters(), *net.fc.parameters(), *net.out.parameters()], rate, weight_decay=.02)
    above, mean = ring() < ABOVE, 0
    net.train()
    for step in range(steps):
        for g in opt.param_groups:
            g["lr"] = rate_at(step, steps, rate)
        i, v = r.choice(known, 96), r.integers(VARIANTS, size=96)
        k = r.choice(len(photos), 16)
        x = torch.from_numpy(np.concatenate([below[i, v], photos[k, r.integers(VARIANTS, size=16)]]).astype(np.float32)).to(memory_format=torch.channels_last)
        says = torch.log_softmax(net.above(x), 1)
        loss = -(says[:96] * wanted(torch.from_numpy(aims[i, v]))).sum(1).mean()
        mean += .01 * (loss.item() - mean)
        loss = loss - .03 * says[96:, above].logsumexp(1).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        opt.step()
        if step % 200 == 199:
            print(f"{step + 1} steps, {(time.time() - begin) / 60:.1f} min, {len(known)} crops, loss {mean:.3f}", flush=True)
    net.eval()


def together(net, crops):
    """Logarithms of the shares of the ways that two turns tell together: (N,129)."""
    x, out = evened(crops), 0
    with torch.no_grad():
        for q in range(2):
            seen = torch.log_softmax(net(torch.rot90(x, q, (2, 3))), 1)
            rings = seen[:, 1:].view(len(seen), RINGS - 1, WAYS).roll(q * WAYS // 4, 2)
            out = out + torch.cat([seen[:, :1], rings.reshape(len(seen), -1)], 1) / 2
    return torch.log_softmax(out, 1)


def check(net, pattern):
    """By how much single dice are off, and how many of some leans look flatter than 55°."""
    wide, leans, pictures, solids = data(pattern)
    kept = np.flatnonzero(pictures % 20 == 0)
    r = np.random.default_rng(1)
    for how, crops in (("as they are", [plain(wide[i]) for i in kept]), ("spoilt", [spoilt(plain(wide[i]), r) for i in kept])):
        says = together(net, np.stack(crops))
        is_ = 90 * np.hypot(*leans[kept].T)
        print(how, "loss", round(-(says * wanted(torch.tensor(leans[kept]))).sum(1).mean().item(), 3))
        flat = says.exp()[:, ring() > 52].sum(1).numpy()
        for solid, name in enumerate(("d4", "d6", "d8", "d10", "d12", "d20")):
            parts = []
            for low in range(0, 90, 15):
                m = (is_ >= low) & (is_ < low + 15) & (solids[kept] == solid)
                parts.append(f"{low}°: {(flat[m] > .5).mean():.2f} of {m.sum()}" if m.any() else "")
            print(name, "flat", "; ".join(parts))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("crops"), p.add_argument("networks"), p.add_argument("data"), p.add_argument("sets")
    p.add_argument("--steps", type=int, default=6000), p.add_argument("--rate", type=float, default=2e-3), p.add_argument("--start", default="aligner.onnx"), p.add_argument("--out", default="leaning.pt")
    a = p.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = begun(a.networks, a.start).to(memory_format=torch.channels_last)
    learn(net, a.crops, photographed(a.data, a.sets.split(",")), a.steps, a.rate)
    torch.save(net.state_dict(), a.out)
    check(net, a.crops)
    write(net, a.networks, "leaning")


def write(net, networks, name):
    """Writes a network beside the others, with a sample and its manifest entry."""
    x = torch.rand(1, 3, CROP, CROP) - .5
    torch.onnx.export(net, x, f"{networks}/{name}.onnx", opset_version=11, input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
    with torch.no_grad():
        np.concatenate([x.numpy().ravel(), net(x).numpy().ravel()]).astype("<f4").tofile(f"{networks}/testdata/{name}.f32")
    with open(f"{networks}/{name}.onnx", "rb") as f:
        sha = hashlib.sha256(f.read()).hexdigest()
    with open(f"{networks}/manifest.json") as f:
        manifest = json.load(f)
    manifest[name] = {"sha256": sha, "sample_shape": list(x.shape)}
    with open(f"{networks}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
