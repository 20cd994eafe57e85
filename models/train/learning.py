"""How the networks for faces learn: for so many minutes, the rate falling along a cosine; what ships is the running mean of the weights."""
import copy
import os
import time

import numpy as np
import torch


def arguments(p):
    """Adds the flags that all such runs have."""
    p.add_argument("--out", required=True)
    p.add_argument("--minutes", type=float, required=True)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--workers", type=int, default=1)
    return p


class Learning:
    """A run, which goes on from a.out if it exists."""

    def __init__(self, nets, a):
        self.nets, self.a = nets, a
        self.mean = copy.deepcopy(nets)
        self.opt = torch.optim.AdamW(nets.parameters(), lr=a.lr, weight_decay=2e-3)
        self.step, self.spent = 0, 0.0  # s
        if os.path.exists(a.out):
            state = torch.load(a.out)
            nets.load_state_dict(state["nets"]), self.mean.load_state_dict(state["mean"]), self.opt.load_state_dict(state["opt"])
            self.step, self.spent = state["step"], state["spent"]
        nets.to(memory_format=torch.channels_last).train()

    def done(self):
        return self.spent / (self.a.minutes * 60)

    def save(self):
        torch.save({"nets": self.nets.state_dict(), "mean": self.mean.state_dict(), "opt": self.opt.state_dict(), "step": self.step, "spent": self.spent}, self.a.out + ".new")
        os.replace(self.a.out + ".new", self.a.out)

    def run(self, lose, check):
        """lose(self) gives a loss, numbers to report and how many samples they are of; check(mean) gives numbers to report now and then."""
        sums, n, since, last = {}, 0, time.time(), time.time()
        while self.done() < 1:
            for g in self.opt.param_groups:
                g["lr"] = self.a.lr * min(1, (self.step + 1) / 200) * (.5 + .5 * np.cos(np.pi * self.done())) + 1e-6
            loss, parts, samples = lose(self)
            self.opt.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.nets.parameters(), 5)
            self.opt.step()
            self.step, n = self.step + 1, n + samples
            with torch.no_grad():
                keep = min(.998, self.step / (self.step + 30))
                for m, v in zip(self.mean.state_dict().values(), self.nets.state_dict().values()):
                    m.lerp_(v, 1 - keep) if m.dtype.is_floating_point else m.copy_(v)
            for k, v in parts.items():
                s = sums.setdefault(k, [0, 0])
                s[0], s[1] = s[0] + v, s[1] + 1
            now = time.time()
            self.spent, last = self.spent + now - last, now
            if self.step % 100 == 0:
                print(self.step, f"{self.spent / 60:.1f} min", {k: round(v / c, 3) for k, (v, c) in sums.items()}, f"{n / (now - since):.0f}/s", flush=True)
                sums, n, since = {}, 0, now
            if self.step % 500 == 0 or self.done() >= 1:
                print("check", {k: round(v, 4) for k, v in check(self.mean).items()}, flush=True)
                self.save()
                last = time.time()
