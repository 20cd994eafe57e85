"""Trains what tells of the aligner's answers how the camera leans, and writes it beside the networks with a sample and its manifest entry.

    python3 train_leaning.py 'CROPS*.bin' ../networks DATA SETS

CROPS are what TestSoakLeaningDice of vision/cv/face writes: dice of the virtual table under cameras that lean by 0 to 85°, which are spoilt here as cameras do. SETS (by commas) of DATA are photographs
taken from above or half aside, of which nobody knows more. What the aligner says of them is kept beside the crops. A fifth of the crops is kept out to check with.
"""
import glob
import hashlib
import json
import os
import sys

import cv2
import numpy as np
import torch
from torch import nn

CROP, SAYS, MID = 80, 64, 64
RINGS, WAYS = 9, 8  # of 10° each, from straight above on; ways what stands up may point to, from right on to down
SPREAD = 7  # degrees: by how much an answer may be off and be nearly as right


def ups():
    """What stands up, seen from each of the ways: unit vectors, right, down and towards the camera."""
    out = [(0, 0, 1)]
    for ring in range(1, RINGS):
        lean = np.radians(10 * ring + 5)
        out += [(np.sin(lean) * np.cos(a), np.sin(lean) * np.sin(a), np.cos(lean)) for a in 2 * np.pi * np.arange(WAYS) / WAYS]
    return torch.tensor(np.array(out), dtype=torch.float32)


def wanted(lean):
    """Shares of the ways for leans (N,2; right and down, of 90°)."""
    far = lean.norm(dim=1, keepdim=True)
    up = torch.cat([lean / far.clamp(min=1e-6) * torch.sin(far * np.pi / 2), torch.cos(far * np.pi / 2)], 1)
    off = torch.rad2deg(torch.acos((up @ ups().T).clamp(-1, 1)))
    near = torch.exp(-.5 * (off / SPREAD) ** 2) + 1e-9
    return near / near.sum(1, keepdim=True)


def turned(lean, quarters):
    """Leans as they look in a crop that is turned to the left."""
    for _ in range(quarters):
        lean = torch.stack([lean[:, 1], -lean[:, 0]], 1)
    return lean


def evened(bgr):
    """Light and contrast taken out, as vision/cv does: in the middle disc mean 0, spread 1/4."""
    at = np.arange(CROP) + .5 - CROP / 2
    disc = (at[None] ** 2 + at[:, None] ** 2) <= (.35 * CROP) ** 2
    x = bgr[..., ::-1].astype(np.float32) / 255
    mean, spread = x[disc].mean(0), np.sqrt(x[disc].var(0).mean())
    return np.clip((x - mean) / (4 * spread + .04), -3, 3).transpose(2, 0, 1)


def aligned(net, bgr):
    """What the aligner says of a crop in four quarter turns to the left: (4, 64)."""
    out = []
    for q in range(4):
        net.setInput(np.ascontiguousarray(np.rot90(evened(bgr), q, (1, 2)))[None])
        out.append(net.forward()[0].copy())
    return np.stack(out)


def spoilt(bgr, r):
    """A crop as a worse camera sees it: few px, blurred, with noise, in other light and colours, as a JPEG."""
    x = bgr[..., r.permutation(3)].astype(np.float32) / 255
    if r.random() < .15:
        x = 1 - x
    if r.random() < .8:
        px = int(r.integers(18, 70))
        x = cv2.resize(cv2.resize(x, (px, px), interpolation=cv2.INTER_AREA), (CROP, CROP), interpolation=cv2.INTER_LINEAR)
    if r.random() < .4:
        x = cv2.GaussianBlur(x, (0, 0), r.uniform(.5, 2))
    x = np.clip(x, 0, 1) ** np.exp(r.normal(0, .4)) * r.uniform(.4, 1.5) * (1 + r.normal(0, .12, 3)) + r.normal(0, .03)
    x = np.clip(x + r.normal(0, 1, x.shape) * r.uniform(0, .05), 0, 1)
    return cv2.imdecode(cv2.imencode(".jpg", (x * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(30, 95))])[1], cv2.IMREAD_COLOR)


def data(pattern, networks):
    """What the aligner says of all crops as they are and spoilt (N,2,4,64), and their leans (N,2)."""
    net, says, leans, r = cv2.dnn.readNetFromONNX(f"{networks}/aligner.onnx"), [], [], np.random.default_rng(3)
    for path in sorted(glob.glob(pattern)):
        kept = path + ".both.npz"
        if not os.path.exists(kept):
            rows = np.fromfile(path, np.uint8).reshape(-1, CROP * CROP * 3 + 8)
            crops = rows[:, :-8].reshape(-1, CROP, CROP, 3)
            np.savez(kept, says=np.stack([np.stack([aligned(net, c), aligned(net, spoilt(c, r))]) for c in crops]), leans=rows[:, -8:].copy().view("<f4"))
        with np.load(kept) as z:
            says.append(z["says"]), leans.append(z["leans"])
    return torch.tensor(np.concatenate(says)), torch.tensor(np.concatenate(leans))


def photographed(root, sets, networks, kept):
    """What the aligner says of the dice of some COCO sets (N,4,64)."""
    if os.path.exists(kept):
        return torch.tensor(np.load(kept))
    net, out = cv2.dnn.readNetFromONNX(f"{networks}/aligner.onnx"), []
    for name in sets:
        with open(f"{root}/{name}/dev.json") as f:
            coco = json.load(f)
        files = {i["id"]: i["file_name"] for i in coco["images"] if not i.get("augmented")}
        for i, file in sorted(files.items())[:60]:
            pic = cv2.imread(f"{root}/{name}/{file}", cv2.IMREAD_COLOR)
            for a in [a for a in coco["annotations"] if a["image_id"] == i][:8]:
                out.append(aligned(net, cut(pic, a["bbox"])))
    np.save(kept, np.stack(out))
    return torch.tensor(np.stack(out))


def cut(pic, box):
    """A die with its surroundings, as vision/cv cuts it: its longer side is 56 px."""
    x, y, w, h = box
    k = 56 / max(w, h)
    if k < .6:
        pic, x, y, w, h, k = cv2.resize(pic, None, fx=1.6 * k, fy=1.6 * k, interpolation=cv2.INTER_AREA), 1.6 * k * x, 1.6 * k * y, 1.6 * k * w, 1.6 * k * h, 1 / 1.6
    to = np.array([[k, 0, CROP / 2 - k * (x + w / 2)], [0, k, CROP / 2 - k * (y + h / 2)]])
    return cv2.warpAffine(pic, to, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def learned(both, leans, photos, epochs=14):
    """A judge of one answer of the aligner."""
    says = both.flatten(0, 1)
    leans = leans.repeat_interleave(2, 0)
    mean, spread = says.mean((0, 1)), says.std((0, 1))
    x = torch.cat([(says[:, q] - mean) / spread for q in range(4)])
    y = torch.cat([wanted(turned(leans, q)) for q in range(4)])
    above, photos = ring() < 50, (photos.flatten(0, 1) - mean) / spread
    net = nn.Sequential(nn.Linear(SAYS, MID), nn.ReLU(), nn.Dropout(.2), nn.Linear(MID, 1 + (RINGS - 1) * WAYS))
    opt = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=.02)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for _ in range(epochs):
        for i in torch.randperm(len(x)).split(128):
            loss = -(torch.log_softmax(net(x[i] + .1 * torch.randn(len(i), SAYS)), 1) * y[i]).sum(1).mean()
            seen = net(photos[torch.randint(len(photos), (32,))]).softmax(1)
            loss = loss - .03 * seen[:, above].sum(1).log().mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        rate.step()
    net.eval()
    with torch.no_grad():  # the first layer takes answers as they are
        first = net[0].weight / spread
        return nn.Sequential(linear(first, net[0].bias - first @ mean), nn.ReLU(), linear(net[3].weight, net[3].bias))


def linear(weight, bias):
    out = nn.Linear(weight.shape[1], weight.shape[0])
    out.weight.data, out.bias.data = weight.clone(), bias.clone()
    return out


def together(net, says):
    """Logarithms of the shares of the ways that all four turns tell together: (N,65)."""
    out = 0
    for q in range(4):
        seen = torch.log_softmax(net(says[:, q]), 1)
        rings = seen[:, 1:].view(len(seen), RINGS - 1, WAYS).roll(q * WAYS // 4, 2)
        out = out + torch.cat([seen[:, :1], rings.reshape(len(seen), -1)], 1) / 4
    return torch.log_softmax(out, 1)


def ring():
    """The lean in the middle of each of the ways, degrees."""
    return torch.tensor([5.] + [10 * r + 5. for r in range(1, RINGS) for _ in range(WAYS)])


def check(net, says, leans):
    """By how much single dice are off, and how many of some leans look flatter than 60°."""
    with torch.no_grad():
        p = together(net, says).exp()
    flat, is_ = p[:, ring() >= 60].sum(1), 90 * leans.norm(dim=1)
    print("loss", round(-(p.log() * wanted(leans)).sum(1).mean().item(), 3))
    for low in range(0, 90, 15):
        m = (is_ >= low) & (is_ < low + 15)
        print(f"{low}°: {int(m.sum())} dice, {(p[m] @ ring()).mean():.0f}° said, {(flat[m] > .5).float().mean():.2f} look flat")


def main(pattern, networks, root, sets):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    says, leans = data(pattern, networks)
    kept = torch.arange(len(says)) % 5 == 0
    photos = photographed(root, sets.split(","), networks, os.path.dirname(pattern) + "/photos.npy")
    net = learned(says[~kept], leans[~kept], photos)
    for how, name in enumerate(("as they are", "spoilt")):
        print(name)
        check(net, says[kept, how], leans[kept])
    raw = np.concatenate([p.detach().numpy().ravel() for p in net.parameters()]).astype("<f4").tobytes()
    with open(f"{networks}/leaning.f32", "wb") as f:
        f.write(raw)
    with torch.no_grad():
        np.concatenate([says[0, 0].numpy().ravel(), together(net, says[:1, 0]).numpy().ravel()]).astype("<f4").tofile(f"{networks}/testdata/leaning.f32")
    with open(f"{networks}/manifest.json") as f:
        manifest = json.load(f)
    manifest["leaning"] = {"sha256": hashlib.sha256(raw).hexdigest(), "sample_shape": [4, SAYS]}
    with open(f"{networks}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
