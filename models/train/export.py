"""Writes the networks that ship: BatchNorm folded, ONNX opset 11, and samples for the parity test where DIR has testdata.

    python3 export.py finder.pt|- reader.pt|- second.pt|- under.pt|- DIR        (-: the one that is there stays)
"""
import hashlib
import json
import os
import sys

import numpy as np
import torch

from nets import Finder, Reader, fold
from scenes import CROP


def main(finder_pt, reader_pt, second_pt, under_pt, out):
    torch.manual_seed(7)
    manifest = {}
    if os.path.exists(f"{out}/manifest.json"):
        with open(f"{out}/manifest.json") as f:
            manifest = json.load(f)
    for name, net, path, size in (("finder", Finder(), finder_pt, (96, 160)), ("reader", Reader(), reader_pt, (CROP, CROP)), ("second", Reader(), second_pt, (CROP, CROP)),
                                  ("under", Finder(), under_pt, (96, 160))):
        if path == "-":
            continue
        net.load_state_dict(torch.load(path)["net"])
        net = fold(net.eval())
        x = torch.rand(1, 3, *size) - .5
        axes = {"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n", 2: "h", 3: "w"}} if size[0] != size[1] else {"x": {0: "n"}, "y": {0: "n"}}
        torch.onnx.export(net, x, f"{out}/{name}.onnx", opset_version=11, input_names=["x"], output_names=["y"], dynamic_axes=axes)
        with torch.no_grad():
            y = net(x)
        with open(f"{out}/{name}.onnx", "rb") as f:
            manifest[name] = {"sha256": hashlib.sha256(f.read()).hexdigest(), "sample_shape": list(x.shape)}
        if os.path.isdir(f"{out}/testdata"):  # a sample: little-endian float32, the input and then the output
            np.concatenate([x.numpy().ravel(), y.numpy().ravel()]).astype("<f4").tofile(f"{out}/testdata/{name}.f32")
    with open(f"{out}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
