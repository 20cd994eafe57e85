"""Writes the icon networks that ship (BatchNorm folded, ONNX opset 11), samples for the parity tests, and their manifest entries.

    python3 export_faces.py WEIGHTS.pt NETWORKS [icons96.npz PICTURES]

Of faces.pt, aligner.pt or numerals.pt, what it holds. PICTURES gets dice drawn with icons that training left out where it has none, and faces.json: what aligner
and icon network make of each here.
"""
import hashlib
import json
import os
import sys

import cv2
import numpy as np
import torch

import faces
from face_nets import PLACES, SLIP, Aligner, Comparer, Faces, Numerals, Placer, beside, softened
from faces import BOX, DIE, FACE, SHAPES, TURNS
from nets import fold
from train_faces import Drawer, evened, held_out


ICON_SHARE = {1: .86, 3: .95, 4: .8, 5: .93}  # of a face's square, what the icon network is shown; vision/cv does the same


def planes(img):
    return torch.from_numpy(np.ascontiguousarray(img.transpose(2, 0, 1)[::-1])).float()[None] / 255


def placed(y, spins, mid, side):
    """Where the face lies by the aligner's answers to a crop in several turns: middle, scale, turn, ways up, sureness of the solid."""
    p = torch.from_numpy(y[:, 11:17]).softmax(1).mean(0)
    n, k = TURNS[SHAPES[int(p.argmax())]], DIE / side
    at = 3 + 2 * (1, 3, 4, 5).index(n)
    turn = np.angle(((y[:, at] + 1j * y[:, at + 1]) * np.exp(1j * n * spins)).sum()) / n
    off = ((y[:, 0] + 1j * y[:, 1]) * np.exp(1j * spins)).mean()
    return mid + np.array([off.real, off.imag]) * BOX / k, np.exp(y[:, 2].mean()) * 28 / k, turn, n, float(p.max())


def agree(a, b, side):
    apart = abs(np.angle(np.exp(1j * a[3] * (a[2] - b[2])))) / a[3]
    return (a[3] == b[3] and apart < np.radians(6) and np.linalg.norm(a[0] - b[0]) < .043 * side
            and max(a[1] / b[1], b[1] / a[1]) < 1.08 and a[4] + b[4] > 1.8)


def forward(net, squares):
    """What an ONNX network says of evened squares."""
    rows = []
    for square in squares:
        net.setInput(evened(planes(square)).numpy())
        rows.append(net.forward()[0].copy())
    return np.stack(rows)


class Cutter:
    """Finds top faces with the aligner that ships, each die by itself."""

    def __init__(self, networks):
        self.net, self.placer = cv2.dnn.readNetFromONNX(f"{networks}/aligner.onnx"), Placer(networks)

    def face(self, pic, box):
        """A die's face as `placed` gives it, and the solids' probabilities; the aligner looks twice, or four times where that disagrees."""
        mid, side, spins = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]).max(), np.arange(4) * np.pi / 2
        y = self.placer.says(forward(self.net, [faces.cut(pic, mid, side / 2, s, BOX, DIE / 2) for s in spins]))
        one, two = (placed(y[i:i + 1], spins[i:i + 1], mid, side) for i in range(2))
        looks = 2 if agree(one, two, side) else 4
        return placed(y[:looks], spins[:looks], mid, side), torch.from_numpy(y[:looks, 11:17]).softmax(1).mean(0)

    def cuts(self, pic, box):
        """The face upright in each of the ways that it may lie."""
        (center, scale, turn, n, _), _ = self.face(pic, box)
        scale *= ICON_SHARE[n]
        return [faces.cut(pic, center, scale, turn + 2 * np.pi * i / n, FACE, FACE / 2) for i in range(n)]


def read(cutter, net, pic, box):
    """A face's vectors, as vision/cv makes them of a die by itself: one row for each way up."""
    rows = torch.from_numpy(forward(net, cutter.cuts(pic, box)))
    unit = torch.nn.functional.normalize
    return len(rows), torch.cat([unit(rows[:, :96]), unit(rows[:, 96:144])], 1), rows[:, 144:150].softmax(1).mean(0)


def drawn(icons, folder):
    """Two pictures each of the faces of six dice, and what they show."""
    rng, out = np.random.default_rng(5), []
    draw = Drawer(icons, rng, held_out)
    for group in range(6):
        for face, (shape, views, icon, copies) in enumerate(draw.group(.2)[:2]):
            for view in range(2):
                pic, box, _ = views[view]
                name = f"face_{group}_{face}_{view}.png"
                cv2.imwrite(f"{folder}/{name}", draw.painter.spoil(pic.astype(np.float32), .1))
                out.append({"file": name, "box": box.round(3).tolist(), "shape": shape, "copies": copies})
    return out


def pictures(icons, networks, folder):
    """What the networks make of the pictures in the folder, which are drawn where there are none."""
    file, cutter, net = f"{folder}/faces.json", Cutter(networks), cv2.dnn.readNetFromONNX(f"{networks}/icons.onnx")
    if os.path.exists(file):
        with open(file) as f:
            out = json.load(f)
    else:
        out = drawn(icons, folder)
    for o in out:
        turns, rows, counts = read(cutter, net, cv2.imread(f"{folder}/{o['file']}"), np.array(o["box"]))
        o |= {"turns": turns, "row": [round(v, 4) for v in rows[0].tolist()], "counts": [round(v, 4) for v in counts.tolist()]}
    with open(file, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(o) for o in out) + "\n]\n")


def write_comparer(net, out):
    """The comparer's weights in the order in which models/networks reads them, and a sample: two faces' places and what it says of them."""
    offsets = (2 * SLIP + 1) ** 2
    first = net.body[0][0].weight[:, :, 0, 0]
    parts = [first[:, :offsets], first[:, offsets:offsets + PLACES], first[:, offsets + PLACES:], net.body[0][0].bias]
    for layer in net.body[1:]:
        parts += [layer[0].weight.permute(0, 2, 3, 1), layer[0].bias]
    fc = net.fc.weight.view(len(net.fc.weight), -1, 4, 4).permute(0, 2, 3, 1)  # place by place
    parts += [fc, net.fc.bias, net.out.weight, net.out.bias]
    raw = np.concatenate([p.detach().numpy().ravel() for p in parts]).astype("<f4").tobytes()
    with open(f"{out}/comparer.f32", "wb") as f:
        f.write(raw)
    with torch.no_grad():
        sample = torch.randn(2, PLACES * 256)
        soft = torch.round(softened(sample) * 127)
        says = net(beside(soft[:1] / 127, soft[1:] / 127))
    np.concatenate([soft.numpy().ravel(), says.numpy().ravel()]).astype("<f4").tofile(f"{out}/testdata/comparer.f32")
    return {"sha256": hashlib.sha256(raw).hexdigest(), "sample_shape": list(soft.shape)}


def write_placer(net, out):
    """What Aligner.says makes of its answers, and a sample: an answer, what is told, and what it says then."""
    raw = np.concatenate([p.detach().numpy().ravel() for p in (net.told.weight, net.out.weight, net.out.bias)]).astype("<f4").tobytes()
    with open(f"{out}/placer.f32", "wb") as f:
        f.write(raw)
    with torch.no_grad():
        y, told = torch.randn(1, 64), torch.tensor([[1, .2, -.1]])
        np.concatenate([v.numpy().ravel() for v in (y, told, net.says(y, told))]).astype("<f4").tofile(f"{out}/testdata/placer.f32")
    return {"sha256": hashlib.sha256(raw).hexdigest(), "sample_shape": [1, 64]}


def main(weights, out, icons=None, folder=None):
    torch.manual_seed(7)
    state = torch.load(weights)["mean"]
    with open(f"{out}/manifest.json") as f:
        manifest = json.load(f)
    for name, part, net, px in ("aligner", "aligner.", Aligner(), BOX), ("icons", "faces.", Faces(), FACE), ("numerals", "", Numerals(), FACE):
        own = {k[len(part):]: v for k, v in state.items() if k.startswith(part)}
        if set(own) != set(net.state_dict()):
            continue
        net.load_state_dict(own)
        if name == "aligner":
            manifest["placer"] = write_placer(net, out)
        net = fold(net.eval())
        x = torch.rand(1, 3, px, px) - .5
        torch.onnx.export(net, x, f"{out}/{name}.onnx", opset_version=11, input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})
        with torch.no_grad():
            y = net(x)
        with open(f"{out}/{name}.onnx", "rb") as f:
            manifest[name] = {"sha256": hashlib.sha256(f.read()).hexdigest(), "sample_shape": list(x.shape)}
        # A sample: little-endian float32, the input and then the output.
        np.concatenate([x.numpy().ravel(), y.numpy().ravel()]).astype("<f4").tofile(f"{out}/testdata/{name}.f32")
    if any(k.startswith("comparer.") for k in state):
        net = Comparer()
        net.load_state_dict({k[9:]: v for k, v in state.items() if k.startswith("comparer.")})
        manifest["comparer"] = write_comparer(fold(net.eval()), out)
    with open(f"{out}/manifest.json", "w") as f:
        json.dump(manifest, f, indent=1)
        f.write("\n")
    if folder:
        pictures(icons, out, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
