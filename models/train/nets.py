"""The networks: a finder of dice and a reader of one die.

Plain convolutions, ReLU, additions, nearest-neighbour upsampling: everything
that OpenCV 4.6's DNN reads. BatchNorm is folded into the convolutions at export.
"""
import torch
from torch import nn


class Conv(nn.Sequential):
    def __init__(self, a, b, stride=1, k=3):
        super().__init__(nn.Conv2d(a, b, k, stride, k // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.one, self.two = Conv(c, c), nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return torch.relu(x + self.two(self.one(x)))


class Finder(nn.Module):
    """Picture (N,3,H,W), H and W multiples of 16, RGB 0..1 less 0.5 -> (N,6,H/4,W/4):
    logit of a die's centre, log of the distances to the box's left, top, right, bottom (px / 16), logit of the mask."""

    def __init__(self, c=(16, 24, 48, 96)):
        super().__init__()
        self.stem = nn.Sequential(Conv(3, c[0], 2), Conv(c[0], c[1], 2))
        self.s4 = Block(c[1])
        self.s8 = nn.Sequential(Conv(c[1], c[2], 2), Block(c[2]))
        self.s16 = nn.Sequential(Conv(c[2], c[3], 2), Block(c[3]), Block(c[3]))
        self.up8, self.mix8 = Conv(c[3], c[2], k=1), Conv(c[2], c[2])
        self.up4, self.mix4 = Conv(c[2], c[1], k=1), Conv(c[1], c[1])
        self.head = nn.Sequential(Conv(c[1], c[1]), nn.Conv2d(c[1], 6, 1))
        with torch.no_grad():
            self.head[1].bias.copy_(torch.tensor([-4.0, 0, 0, 0, 0, -2]))

    def forward(self, x):
        a = self.s4(self.stem(x))
        b = self.s8(a)
        c = self.s16(b)
        b = self.mix8(b + nn.functional.interpolate(self.up8(c), scale_factor=2, mode="nearest"))
        a = self.mix4(a + nn.functional.interpolate(self.up4(b), scale_factor=2, mode="nearest"))
        return self.head(a)


class Reader(nn.Module):
    """Crop (N,3,80,80), RGB, evened (train.py) -> (N, 6 + 8 + 29): logits of shape, mark and string."""

    def __init__(self, c=(20, 40, 80, 112)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2), Conv(c[0], c[0]), Conv(c[0], c[1], 2), Block(c[1]),
                                  Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Block(c[3]))
        self.drop = nn.Dropout(.15)
        self.fc = nn.Linear(c[3] * 25, 128)
        self.out = nn.Linear(128, 6 + 8 + 29)

    def forward(self, x):
        x = self.drop(self.body(x).flatten(1))
        return self.out(torch.relu(self.fc(x)))


def fold(module):
    """Puts each BatchNorm into the convolution before it."""
    for child in module.children():
        fold(child)
    if isinstance(module, nn.Sequential):
        parts = list(module)
        for i in range(len(parts) - 1):
            if isinstance(parts[i], nn.Conv2d) and isinstance(parts[i + 1], nn.BatchNorm2d):
                module[i] = torch.nn.utils.fuse_conv_bn_eval(parts[i], parts[i + 1])
                module[i + 1] = nn.Identity()
    return module
