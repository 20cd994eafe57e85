"""The icon networks: one finds a die's top face, one turns the cut face into vectors, and one compares two cut faces place by place."""
import ctypes
import os
import subprocess

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from nets import Block, Conv

PLACES, MAP = 24, 16  # numbers for each place of a face, and places along its side
SLIP = 2  # places by which two cuts of one face may slip


class Aligner(nn.Module):
    """Crop of a die (N,3,80,80), evened -> (N,64), of which `says` makes where its top face lies."""

    def __init__(self, c=(16, 32, 64, 96)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2, 5), Conv(c[0], c[1], 2), Block(c[1]), Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Conv(c[3], 32, k=1))
        self.fc, self.told, self.out = nn.Linear(32 * 25, 64), nn.Linear(3, 64, bias=False), nn.Linear(64, 19)

    def forward(self, x):
        return self.fc(self.body(x).flatten(1))

    def says(self, y, told):
        """y: what forward gives; told (N,3): 1 and which way top faces look as far as the other dice or the camera's calibration tell (to
        the right and down in the crop), or zeros -> (N,19): offset of the face's middle (x, y; in crop sides), log of the cut square's half over 28 px, cosine and sine of
        1, 3, 4 and 5 times its turn, logits of the solid (d4 to d20), which way the face looks (to the right and down)."""
        return self.out(torch.relu(y + self.told(told)))


class Placer:
    """What `Aligner.says` makes of an aligner's answers, with the weights that ship: told (64,3), out (19,64) and its bias, little-endian float32."""

    def __init__(self, networks):
        raw = np.fromfile(f"{networks}/placer.f32", "<f4")
        self.told, self.out, self.bias = raw[:192].reshape(64, 3), raw[192:-19].reshape(19, 64), raw[-19:]

    def says(self, y, told=(0, 0, 0)):
        return np.maximum(y + self.told @ np.asarray(told, np.float32), 0) @ self.out.T + self.bias


class Faces(nn.Module):
    """Cut top face (N,3,64,64), evened -> (N, 96 + 48 + 6 + 24·16·16): the face's vector, the icon's vector, logits of 1 to 6 copies,
    and 24 numbers for each of its 16 × 16 places."""

    def __init__(self, c=(16, 32, 72, 96)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2, 5), Conv(c[0], c[1], 2), Block(c[1]), Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Block(c[3]))
        self.out = nn.Linear(c[3] * 16, 96 + 48 + 6)
        self.near, self.wide = nn.Conv2d(c[1], PLACES, 1), nn.Conv2d(c[2], PLACES, 1)

    def forward(self, x):
        a = self.body[2](self.body[1](self.body[0](x)))
        b = self.body[4](self.body[3](a))
        places = self.near(a) + F.interpolate(self.wide(b), scale_factor=2, mode="nearest")
        return torch.cat([self.out(self.body[6](self.body[5](b)).flatten(1)), places.flatten(1)], 1)


class Numerals(nn.Module):
    """Cut top face (N,3,64,64), evened -> (N, 29 + 2 + 6): logits of the printed strings, of a numeral that doesn't stand upright,
    of neither numeral nor pips, and of 1 to 6 pips."""

    def __init__(self, c=(16, 32, 72, 96)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2, 5), Conv(c[0], c[1], 2), Block(c[1]), Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Block(c[3]))
        self.drop = nn.Dropout(.1)
        self.fc, self.out = nn.Linear(c[3] * 16, 128), nn.Linear(128, 29 + 2 + 6)

    def forward(self, x):
        return self.out(torch.relu(self.fc(self.drop(self.body(x).flatten(1)))))


def softened(places):
    """Places (N, 24·16·16) as (N,16,16,24) vectors shorter than 1: blank plastic has hardly any."""
    p = places.view(-1, PLACES, MAP, MAP).permute(0, 2, 3, 1)
    return (p / (1 + (p * p).sum(-1, keepdim=True)).sqrt()).contiguous()


def _kernel():
    """slip.c, compiled beside it where it wasn't yet."""
    here = os.path.dirname(os.path.abspath(__file__))
    lib = os.path.join(here, "slip.so")
    if not os.path.exists(lib):
        subprocess.run(["cc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", os.path.join(here, "slip.c"), "-o", lib], check=True)
    return ctypes.CDLL(lib)


class Agree(torch.autograd.Function):
    """How each place of the one face agrees with those around it in the other: (N,16,16,24) twice -> (N,16,16,25). torch's own
    operations take twenty times as long."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = torch.empty(len(a), MAP, MAP, (2 * SLIP + 1) ** 2)
        p = lambda t: ctypes.c_void_p(t.data_ptr())
        _kernel().agree(p(a), p(b), p(out), len(a), MAP, PLACES, SLIP)
        return out

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        g = g.float().contiguous()
        ga, gb = torch.empty_like(a), torch.empty_like(b)
        p = lambda t: ctypes.c_void_p(t.data_ptr())
        _kernel().agree_back(p(a), p(b), p(g), p(ga), p(gb), len(a), MAP, PLACES, SLIP)
        return ga, gb


def beside(a, b):
    """What the comparer sees of two faces' softened places: how each place of the one agrees with those around it in the other, and both."""
    return torch.cat([Agree.apply(a.contiguous(), b.contiguous()), a, b], -1).permute(0, 3, 1, 2)


class Comparer(nn.Module):
    """What `beside` gives (N,73,16,16) -> (N,1): logit that both show the same printed face."""

    def __init__(self, c=(16, 24, 32)):
        super().__init__()
        self.body = nn.Sequential(Conv((2 * SLIP + 1) ** 2 + 2 * PLACES, c[0], k=1), Conv(c[0], c[1], 2), Conv(c[1], c[2], 2))
        self.fc, self.out = nn.Linear(c[2] * 16, 32), nn.Linear(32, 1)

    def forward(self, x):
        return self.out(torch.relu(self.fc(self.body(x).flatten(1))))
