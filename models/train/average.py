"""Averages two networks of one training run: what they share stays, what is chance evens out.

    python3 average.py a.pt b.pt WEIGHT_OF_B out.pt
"""
import sys

import torch


def main(a, b, weight, out):
    a, b, w = torch.load(a)["net"], torch.load(b)["net"], float(weight)
    torch.save({"net": {k: (1 - w) * v + w * b[k] if v.is_floating_point() else b[k] for k, v in a.items()}}, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
