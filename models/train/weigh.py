"""Fits what the matcher weighs its evidence with (vision/match/view.go) and what confidence is made of (vision/match/trust.go), on what
`astragal evaluate --evidence` wrote of pictures that measure nothing else.

    python3 weigh.py weights EVIDENCE.jsonl…
    python3 weigh.py trust EVIDENCE.jsonl… [--judge EVIDENCE.jsonl…]

First the weights, so that the true face most likely scores highest among its rivals and "never taught" (a conditional logit);
then, on evidence that the program wrote with these weights, confidence. The second also prints, for the files to judge by, which fit
nothing, what would have been claimed and what came true.
"""
import json
import sys

import numpy as np
import torch

NAMES = ["like", "same", "copies", "beside", "shape", "tint", "size"]
FAR = 6.0  # stranger: what a die costs that nobody expects
soft = torch.nn.functional.softplus


def true(truth, rival, apart):
    """Whether a rival has the result of the die's true face."""
    if truth is None or apart == "never taught" or rival.get("icon", "") != truth.get("icon", ""):
        return False
    if truth["shape"] == "d6" and rival.get("count", 0) != truth.get("count", 0):
        return False
    return rival.get("value") is None or rival["value"] == truth.get("value")


def rivals(path):
    """(rivals x evidence, far, which are right) of each reading whose face was compared with others."""
    for line in open(path):
        j = json.loads(line)
        them = (j.get("read") or {}).get("rivals")
        if them:
            e = [r["evidence"] for r in them]
            yield np.array([[v[k] for k in NAMES] for v in e]), np.array([v["far"] for v in e]), np.array([true(j.get("truth"), r, j.get("apart")) for r in them])


def weights(data):
    """Weights, none below 0, and the bias against something never taught, whose score is 0."""
    n = max(len(d[0]) for d in data)
    x = torch.zeros(len(data), n, len(NAMES), dtype=torch.float64)
    far, there, right = (torch.zeros(len(data), n, dtype=torch.float64) for _ in range(3))
    for i, (v, f, ok) in enumerate(data):
        x[i, :len(v)], far[i, :len(v)], there[i, :len(v)], right[i, :len(v)] = map(torch.tensor, (v, f, 1.0 + 0 * f, ok.astype(float)))
    there, right = there > 0, right > 0
    p = torch.zeros(len(NAMES) + 1, dtype=torch.float64, requires_grad=True)
    opt = torch.optim.LBFGS([p], max_iter=500, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        s = (x @ soft(p[:-1]) - FAR * far + p[-1]).masked_fill(~there, -1e4)
        none = torch.zeros(len(s), 1, dtype=s.dtype)
        every = torch.logsumexp(torch.cat([s, none], 1), 1)
        own = torch.where(right.any(1), torch.logsumexp(s.masked_fill(~right, -1e4), 1), none[:, 0])
        loss = (every - own).mean() + 1e-5 * (p ** 2).sum()
        loss.backward()
        return loss

    opt.step(closure)
    with torch.no_grad():
        s = torch.cat([(x @ soft(p[:-1]) - FAR * far + p[-1]).masked_fill(~there, -1e4), torch.zeros(len(x), 1, dtype=x.dtype)], 1)
        best = s.argmax(1)
        ok = torch.cat([right, ~right.any(1, keepdim=True)], 1).gather(1, best[:, None])
        print(len(data), "faces; first among its rivals, or unknown where it was never taught:", f"{ok.double().mean().item():.4f}")
        print(", ".join(f"{n} {v:.2f}" for n, v in zip(NAMES, soft(p[:-1]).tolist())), f"and {p[-1].item():.2f} over never taught")


def readings(path):
    """(evidence, lead, right, where) of each reading that rests on places."""
    for line in open(path):
        j = json.loads(line)
        e = (j.get("read") or {}).get("evidence") or {}
        t, r = j.get("truth") or {}, j.get("read") or {}
        if j.get("apart") == "never taught" and t.get("value") is not None and r.get("value") is not None and t.get("icon") == r.get("icon"):
            continue  # another number beside the same icon was never taught: the program asks of itself
        if e.get("by_places"):
            right = j.get("truth") is not None and "face" not in j["wrong"] and j.get("apart") != "never taught"
            yield [e[k] for k in NAMES], e["lead"], right, path + " " + j["picture"]


def claim(p, x, lead):
    return torch.sigmoid(p[0] + x @ soft(p[1:8])) * torch.sigmoid(p[8] + soft(p[9]) * lead)


def trust(data):
    """Maximum likelihood of sigmoid(bias + w·x) · sigmoid(b + l·lead), the weights not below 0."""
    x, lead, y = (torch.tensor(np.array(v), dtype=torch.float64) for v in list(zip(*data))[:3])
    p = torch.tensor([-2.0, 2.0, 0, -1, -1, -1, -1, -1, 0, .3], dtype=torch.float64, requires_grad=True)
    opt = torch.optim.LBFGS([p], max_iter=500, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy(claim(p, x, lead).clamp(1e-9, 1 - 1e-9), y.double()) + 1e-5 * (p ** 2).sum()
        loss.backward()
        return loss

    opt.step(closure)
    return p.detach()


def judge(name, t, data):
    x, lead, y = (torch.tensor(np.array(v), dtype=torch.float64) for v in list(zip(*data))[:3])
    p, y = claim(t, x, lead).numpy(), y.numpy() > 0
    print(f"{name}: {len(p)} readings, {y.mean():.4f} right")
    for bound in (.9, .95, .965, .98, .99, .995):
        m = p >= bound
        print(f"  from {bound:.3f}: {m.mean():.4f} of them, {(~y[m]).sum()} wrong ({(~y[m]).mean() * 100:.2f} %)")
    edges = [0, .5, .8, .9, .95, .98, .99, .995, .999, 1.01]
    for a, b in zip(edges, edges[1:]):
        m = (p >= a) & (p < b)
        if m.any():
            print(f"  claimed {a:.3f} to {min(b, 1):.3f}: {m.sum()} readings, mean {p[m].mean():.4f}, right {y[m].mean():.4f} ({(~y[m]).sum()} wrong)")
    for i in np.nonzero((p >= .98) & ~y)[0]:
        print("  wrong:", f"{p[i]:.4f}", data[i][3])


def main(what, *paths):
    at = paths.index("--judge") if "--judge" in paths else len(paths)
    if what == "weights":
        return weights([r for f in paths[:at] for r in rivals(f)])
    fit = [r for f in paths[:at] for r in readings(f)]
    t = trust(fit)
    print(", ".join(f"{n}: {v:.2f}" for n, v in zip(["Bias", "Like", "Same", "Copies", "Beside", "Shape", "Tint", "Size", "LeadBias", "Lead"],
                                                   [t[0].item(), *soft(t[1:8]).tolist(), t[8].item(), soft(t[9]).item()])))
    judge("fitted on", t, fit)
    for f in paths[at + 1:]:
        judge(f, t, list(readings(f)))


if __name__ == "__main__":
    main(*sys.argv[1:])
