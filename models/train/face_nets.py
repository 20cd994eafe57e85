"""The icon networks: one finds a die's top face, the other turns the cut face into vectors."""
import torch
from torch import nn

from nets import Block, Conv


class Aligner(nn.Module):
    """Crop of a die (N,3,80,80), evened -> (N,17): where its top face lies. Offset of the face's middle (x, y; in crop sides),
    log of the cut square's half over 28 px, cosine and sine of 1, 3, 4 and 5 times its turn, logits of the solid (d4 to d20)."""

    def __init__(self, c=(16, 32, 64, 96)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2, 5), Conv(c[0], c[1], 2), Block(c[1]), Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Conv(c[3], 32, k=1))
        self.fc, self.out = nn.Linear(32 * 25, 64), nn.Linear(64, 17)

    def forward(self, x):
        return self.out(torch.relu(self.fc(self.body(x).flatten(1))))


class Faces(nn.Module):
    """Cut top face (N,3,64,64), evened -> (N, 96 + 48 + 6): the face's vector, the icon's vector, logits of 1 to 6 copies."""

    def __init__(self, c=(16, 32, 72, 96)):
        super().__init__()
        self.body = nn.Sequential(Conv(3, c[0], 2, 5), Conv(c[0], c[1], 2), Block(c[1]), Conv(c[1], c[2], 2), Block(c[2]), Conv(c[2], c[3], 2), Block(c[3]))
        self.out = nn.Linear(c[3] * 16, 96 + 48 + 6)

    def forward(self, x):
        return self.out(self.body(x).flatten(1))
