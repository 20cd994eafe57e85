"""Mixes generations of a finder or a reader (`reader`, `second`) that ship as ONNX, and may add to the finder's logit of a die's middle, or to the reader's of an unknown face.

    python3 mix.py finder|reader|second OLD.onnx SHARE NETWORKS [ADD]
    python3 mix.py finder|reader|second NEW.onnx,FROM.onnx SHARE NETWORKS [ADD]

The first writes NETWORKS/<name>.onnx: 1 - SHARE parts of OLD and SHARE of what is there. The second adds SHARE of what NEW has learned since FROM to what is there.
Both write its checksum, and its parity sample where there is one.
"""
import hashlib
import json
import os
import sys

import cv2
import numpy as np
import onnx
from onnx import numpy_helper

UNKNOWN = 13  # of the reader's logits: six solids, then marks, the last of which is unknown


def weights(path):
    return {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}


def main(name, old, share, networks, add=0.0):
    path, share = f"{networks}/{name}.onnx", float(share)
    model = onnx.load(path)
    old, _, since = old.partition(",")
    before, start = weights(old), weights(since) if since else None
    for i in model.graph.initializer:
        x = numpy_helper.to_array(i)
        if start:
            x = (x + share * (before[i.name] - start[i.name])).astype(x.dtype)
        else:
            x = ((1 - share) * before[i.name] + share * x).astype(x.dtype)
        if i.name == "head.1.bias":
            x[0] += float(add)
        if i.name == "out.bias":
            x[UNKNOWN] += float(add)
        i.CopyFrom(numpy_helper.from_array(x, i.name))
    onnx.save(model, path)
    with open(f"{networks}/manifest.json") as f:
        manifest = json.load(f)
    with open(path, "rb") as f:
        manifest[name]["sha256"] = hashlib.sha256(f.read()).hexdigest()
    with open(f"{networks}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")
    sample, shape = f"{networks}/testdata/{name}.f32", manifest[name]["sample_shape"]
    if os.path.exists(sample):
        n = int(np.prod(shape))
        x = np.fromfile(sample, "<f4")[:n]
        net = cv2.dnn.readNetFromONNX(path)
        net.setInput(x.reshape(shape))
        np.concatenate([x, net.forward().ravel()]).astype("<f4").tofile(sample)


if __name__ == "__main__":
    main(*sys.argv[1:])
