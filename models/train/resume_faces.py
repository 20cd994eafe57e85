"""Weights of the shipped (folded) aligner and icon network -> a start for train_faces.py: BatchNorm is put back so that it changes nothing.

    python3 resume_faces.py ../networks icons96.npz START.pt
"""
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from face_nets import MAP, PLACES, SLIP, Aligner, Comparer, Faces, Placer, beside, softened
from nets import Conv
from train_faces import Drawer, evened, held_out


def restored(net, path, x):
    have = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in onnx.load(path).graph.initializer}
    own = net.state_dict()
    for k in own:
        if k in have:
            own[k] = have[k]
    net.load_state_dict(own)
    net.eval()
    # Each BatchNorm: mean and spread of what its convolution gives, taken back by its weight and bias.
    for seq_name, seq in net.named_modules():
        if not isinstance(seq, nn.Sequential):
            continue
        for i in range(len(seq) - 1):
            if isinstance(seq[i], nn.Conv2d) and isinstance(seq[i + 1], nn.BatchNorm2d):
                bias = have[f"{seq_name}.{i}.bias"]
                got = []
                hook = seq[i].register_forward_hook(lambda m, a, o: got.append(o))
                with torch.no_grad():
                    net(x)
                hook.remove()
                bn, y = seq[i + 1], got[0]
                bn.running_mean.copy_(y.mean((0, 2, 3)))
                bn.running_var.copy_(y.var((0, 2, 3), unbiased=False))
                with torch.no_grad():
                    bn.weight.copy_((bn.running_var + bn.eps).sqrt())
                    bn.bias.copy_(bn.running_mean + bias)
    return net


def unfolded(comparer, path, a, b):
    """The comparer that ships (export_faces.write_comparer), its BatchNorms put back by what it makes of faces' places a and b."""
    raw, offsets = torch.from_numpy(np.fromfile(path, "<f4")), (2 * SLIP + 1) ** 2
    def take(*shape):
        nonlocal raw
        n = int(np.prod(shape))
        part, raw = raw[:n].view(shape).clone(), raw[n:]
        return part
    own, weights, biases = comparer.state_dict(), [], []
    c = [len(layer[0].weight) for layer in comparer.body]
    weights.append(torch.cat([take(c[0], offsets), take(c[0], PLACES), take(c[0], PLACES)], 1)[:, :, None, None])
    biases.append(take(c[0]))
    for i in (1, 2):
        weights.append(take(c[i], 3, 3, c[i - 1]).permute(0, 3, 1, 2))
        biases.append(take(c[i]))
    fc, side = own["fc.weight"], MAP // 4
    own["fc.weight"] = take(len(fc), side, side, c[2]).permute(0, 3, 1, 2).reshape(fc.shape)
    own["fc.bias"], own["out.weight"], own["out.bias"] = take(len(fc)), take(1, len(fc)), take(1)
    for i, w in enumerate(weights):
        own[f"body.{i}.0.weight"] = w
    comparer.load_state_dict(own)
    comparer.eval()
    with torch.no_grad():
        x = beside(a, b)
        for layer, bias in zip(comparer.body, biases):
            y, bn = layer[0](x), layer[1]
            bn.running_mean.copy_(y.mean((0, 2, 3)))
            bn.running_var.copy_(y.var((0, 2, 3), unbiased=False))
            bn.weight.copy_((bn.running_var + bn.eps).sqrt())
            bn.bias.copy_(bn.running_mean + bias)
            x = layer(x)
    return comparer


def main(networks, icons, out):
    r = np.random.default_rng(5)
    d, crops, cuts = Drawer(icons, r, lambda n: not held_out(n)), [], []
    for _ in range(40):
        for shape, views, _, _ in d.group(.8):
            crop, _, face = d.cuts(shape, views[0], 0, .8)
            crops.append(crop)
            cuts.append(face)
    planes = lambda v: evened(torch.from_numpy(np.ascontiguousarray(np.stack(v).transpose(0, 3, 1, 2)[:, ::-1])).float() / 255)
    aligner, placer = restored(Aligner(), f"{networks}/aligner.onnx", planes(crops)), Placer(networks)
    with torch.no_grad():
        for own, ships in (aligner.told.weight, placer.told), (aligner.out.weight, placer.out), (aligner.out.bias, placer.bias):
            own.copy_(torch.from_numpy(ships))
    faces = restored(Faces(), f"{networks}/icons.onnx", planes(cuts))
    for name, net, px in (("aligner", aligner, 80), ("icons", faces, 64)):
        raw = np.fromfile(f"{networks}/testdata/{name}.f32", "<f4")
        x, y = torch.from_numpy(raw[:3 * px * px].reshape(1, 3, px, px)), raw[3 * px * px:]
        with torch.no_grad():
            print(name, "differs from the stored sample by at most", np.abs(net(x)[0].numpy()[:len(y)] - y).max())
    with torch.no_grad():
        places = softened(faces(planes(cuts))[:, 150:])
    comparer = unfolded(Comparer(), f"{networks}/comparer.f32", places, torch.cat([places[1:], places[:1]]))
    raw = torch.from_numpy(np.fromfile(f"{networks}/testdata/comparer.f32", "<f4"))
    a, b = (raw[i * PLACES * MAP * MAP:][:PLACES * MAP * MAP].view(1, MAP, MAP, PLACES) / 127 for i in range(2))
    with torch.no_grad():
        print("comparer differs from the stored sample by at most", (comparer(beside(a, b))[0] - raw[-1]).abs().item())
    torch.save({"aligner": aligner.state_dict(), "faces": faces.state_dict(), "comparer": comparer.state_dict()}, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
