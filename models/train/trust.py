"""Fits what the matcher's confidence is made of (vision/match_trust.go) to evidence that `astragal evaluate --evidence` wrote.

    python3 trust.py EVIDENCE.jsonl…

prints the constants and, for each tenth of the files left out in turn, what was claimed and what came true. Fit it on pictures that measure nothing else.
"""
import json
import sys

import numpy as np
import torch

FEATURES = ["like", "print", "copies", "shape", "tint", "size"]


def rows(path):
    """(features, lead, right) of each reading that rests on prints."""
    for line in open(path):
        j = json.loads(line)
        read = j.get("read")
        e = (read or {}).get("evidence") or {}
        if not e.get("by_print"):
            continue
        right = j.get("truth") is not None and "face" not in j["wrong"] and j.get("apart") != "never taught"
        yield [e[k] for k in FEATURES], e["lead"], right


def fit(x, lead, y):
    """Maximum likelihood of sigmoid(bias + w·x) · sigmoid(b + l·lead), the weights not below 0."""
    x, lead, y = (torch.tensor(np.array(v), dtype=torch.float64) for v in (x, lead, y))
    p = torch.tensor([-8.0, 2.0, 2.0, -1.0, -1.0, -1.0, -3.0, 0.0, 0.3], dtype=torch.float64, requires_grad=True)

    def claim():
        w = torch.nn.functional.softplus(p[1:7])
        return torch.sigmoid(p[0] + x @ w) * torch.sigmoid(p[7] + torch.nn.functional.softplus(p[8]) * lead)

    opt = torch.optim.LBFGS([p], max_iter=500, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy(claim().clamp(1e-9, 1 - 1e-9), y) + 1e-5 * (p ** 2).sum()
        loss.backward()
        return loss

    opt.step(closure)
    with torch.no_grad():
        sp = torch.nn.functional.softplus
        return np.concatenate([[p[0].item()], sp(p[1:7]).numpy(), [p[7].item(), sp(p[8]).item()]])


def claims(c, x, lead):
    s = lambda v: 1 / (1 + np.exp(-v))
    return s(c[0] + np.array(x) @ c[1:7]) * s(c[7] + c[8] * np.array(lead))


def main(paths):
    sets = [list(rows(p)) for p in paths]
    every = [r for s in sets for r in s]
    x, lead, y = zip(*every)
    c = fit(x, lead, y)
    names = ["Bias", "Like", "Print", "Copies", "Shape", "Tint", "Size", "LeadBias", "Lead"]
    print(len(every), "readings,", sum(y), "right")
    print(", ".join(f"{n}: {v:.2f}" for n, v in zip(names, c)))
    p, t = [], []
    for i in range(10):  # each reading judged by a fit that did not see its file
        out = [k for k in range(len(sets)) if k % 10 == i]
        rest = [r for k, s in enumerate(sets) if k not in out for r in s]
        if not out or not rest:
            continue
        held = fit(*zip(*rest))
        for k in out:
            if sets[k]:
                hx, hl, hy = zip(*sets[k])
                p += list(claims(held, hx, hl))
                t += hy
    p, t = np.array(p), np.array(t)
    for a, b in zip([0, .5, .8, .9, .95, .98, .99, .995, .999], [.5, .8, .9, .95, .98, .99, .995, .999, 1.01]):
        m = (p >= a) & (p < b)
        if m.any():
            print(f"claimed {a:.3f} to {min(b, 1):.3f}: {m.sum()} readings, mean {p[m].mean():.4f}, right {t[m].mean():.4f} ({(~t[m]).sum()} wrong)")


if __name__ == "__main__":
    main(sys.argv[1:])
