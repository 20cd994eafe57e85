"""Fits what tells a Fate die's plus, minus and blank from everything else, on what the icon network says of top faces, and writes its weights.

    python3 train_fate.py OUT.f32 CHECK.bin FACES.bin…

FACES and CHECK are what TestSoakFateFaces of vision/cv/look writes: a class and the mean of a face's rows. Nothing is fitted on CHECK.
The judge is a network with one hidden layer. Its weights are written as the program reads them (models/networks/fate.go), little-endian float32.
"""
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ROW, CLASSES, HIDDEN, STEPS, SEEDS = 144, 4, 32, 1200, 3


torch.set_num_threads(1)


def load(paths):
    return np.concatenate([np.fromfile(p, "<f4") for p in paths]).reshape(-1, 1 + ROW)


def main():
    out, check, *paths = sys.argv[1:]
    data = load(paths)
    x, y = torch.from_numpy(data[:, 1:]), torch.from_numpy(data[:, 0]).long()
    count = torch.bincount(y, minlength=CLASSES).float()
    print("faces", count.tolist())
    weight = torch.tensor([1., 1., 1., 2.]) * len(y) / count / CLASSES
    parts = []
    for seed in range(SEEDS):
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(ROW, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CLASSES))
        opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=.05)
        sched = torch.optim.lr_scheduler.OneCycleLR(opt, 6e-3, total_steps=STEPS)
        for _ in range(STEPS):
            i = torch.randint(len(y), (256,))
            v = x[i] + .02 * torch.randn(256, ROW)
            loss = F.cross_entropy(net(v), y[i], weight, label_smoothing=.01)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        parts.append(net.eval())

    def says(v):
        return sum(F.log_softmax(n(v), -1) for n in parts) / len(parts)

    test = load([check])
    tx, ty = torch.from_numpy(test[:, 1:]), torch.from_numpy(test[:, 0]).long()
    with torch.no_grad():
        for name, a, b in (("learned", x, y), ("check", tx, ty)):
            p = F.softmax(says(a), -1)
            q, k = p[:, :3].max(-1)
            for bound in (.5, .9, .95, .97, .98, .99):
                took = q >= bound
                fate, none = b < 3, b == 3
                print(name, bound, f"fate accepted {(took & fate).sum()}/{fate.sum()}, wrong {(took & fate & (k != b)).sum()}; none taken {(took & none).sum()}/{none.sum()}")
    flat = []
    for n in parts:
        for layer in (n[0], n[2]):
            flat += [layer.weight.detach().numpy().ravel(), layer.bias.detach().numpy()]
    np.concatenate(flat).astype("<f4").tofile(out)


main()
