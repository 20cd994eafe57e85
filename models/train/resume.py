"""Weights of a (folded) finder or reader -> a start for train.py: BatchNorm is put back so that it changes nothing.

    python3 resume.py finder|reader|second|under NETWORKS START.pt --sprites DIR… [--photos ROOT --sets a,b,…]
"""
import argparse

import numpy as np
import torch

from nets import Finder, Reader
from resume_faces import restored
from scenes import Composer, Photos, Sprites
from train import evened


def main():
    p = argparse.ArgumentParser()
    p.add_argument("what", choices=["finder", "reader", "second", "under"])
    p.add_argument("networks")
    p.add_argument("out")
    p.add_argument("--sprites", nargs="+", required=True)
    p.add_argument("--photos")
    p.add_argument("--sets", default="")
    a = p.parse_args()
    finds = a.what in ("finder", "under")
    make = Composer(Sprites(a.sprites), Photos(a.photos, a.sets.split(",")) if a.sets else None, np.random.default_rng(5), .4)
    pictures = np.stack([make.tile()[0] for _ in range(48)] if finds else [make.crop()[0] for _ in range(400)])
    x = torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2)[:, ::-1])).float() / 255
    net, x = (Finder(), x - .5) if finds else (Reader(), evened(x))
    net = restored(net, f"{a.networks}/{a.what}.onnx", x)
    if a.networks.rstrip("/").endswith("networks"):
        size = (96, 160) if finds else (80, 80)
        raw, n = np.fromfile(f"{a.networks}/testdata/{a.what}.f32", "<f4"), 3 * size[0] * size[1]
        with torch.no_grad():
            print("differs from the stored sample by at most", np.abs(net(torch.from_numpy(raw[:n].reshape(1, 3, *size))).numpy().ravel() - raw[n:]).max())
    torch.save({"net": net.state_dict()}, a.out)


if __name__ == "__main__":
    main()
