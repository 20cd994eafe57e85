"""Writes the icon networks that ship (BatchNorm folded, ONNX opset 11), samples for the parity test, and their manifest entries.

    python3 export_faces.py faces.pt DIR
"""
import hashlib
import json
import sys

import numpy as np
import torch

from face_nets import Aligner, Faces
from faces import BOX, FACE
from nets import fold


def main(weights, out):
    torch.manual_seed(7)
    state = torch.load(weights)["mean"]
    with open(f"{out}/manifest.json") as f:
        manifest = json.load(f)
    for name, part, net, px in (("aligner", "aligner.", Aligner(), BOX), ("icons", "faces.", Faces(), FACE)):
        net.load_state_dict({k[len(part):]: v for k, v in state.items() if k.startswith(part)})
        net = fold(net.eval())
        x = torch.rand(1, 3, px, px) - .5
        torch.onnx.export(net, x, f"{out}/{name}.onnx", opset_version=11, input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
        with torch.no_grad():
            y = net(x)
        with open(f"{out}/{name}.onnx", "rb") as f:
            manifest[name] = {"sha256": hashlib.sha256(f.read()).hexdigest(), "sample_shape": list(x.shape)}
        # A sample: little-endian float32, the input and then the output.
        np.concatenate([x.numpy().ravel(), y.numpy().ravel()]).astype("<f4").tofile(f"{out}/testdata/{name}.f32")
    with open(f"{out}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
