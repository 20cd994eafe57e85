"""How well the networks for faces and classical features name the faces of a rendered set, by their shots alone.

    python3 measure_faces.py ../networks RENDERED

RENDERED holds enroll/ and rolls/ with COCO annotations.json; file names in enroll end in the take. Every die of the rolls whose top
face is free is compared with all shots; the nearest one's icon, count and value must be its own. No colours, no expected dice.
d4 are left out. Dice are cut by their labelled boxes. Rolls are numbered from 1 in the order of their names: odd, even.
"""
import json
import sys

import cv2
import numpy as np
import torch

from export_faces import Cutter, forward
from faces import SHAPES


def load(folder):
    with open(f"{folder}/annotations.json") as f:
        coco = json.load(f)
    files, cats, out, open_now = {i["id"]: i["file_name"] for i in coco["images"]}, {c["id"]: c["name"] for c in coco["categories"]}, [], ("", None)
    for a in coco["annotations"]:
        name = files[a["image_id"]]
        if open_now[0] != name:
            open_now = name, cv2.imread(f"{folder}/{name}")
        img = open_now[1]
        h, w = img.shape[:2]
        x, y, bw, bh = a["bbox"]
        box = np.array([max(x, 0), max(y, 0), min(x + bw, w), min(y + bh, h)])
        t = a["attributes"]
        m = int((box[2:] - box[:2]).max()) + 4
        cut = cv2.copyMakeBorder(img, m, m, m, m, cv2.BORDER_REPLICATE)[int(box[1]):int(box[3]) + 2 * m, int(box[0]):int(box[2]) + 2 * m]
        at = np.array([int(box[0]), int(box[1])] * 2) - m
        out.append({"file": name, "pic": cut, "box": box - at, "shape": cats[a["category_id"]], "d": t["die"], "is": (t["icon"], t["count"], t.get("value")),
                    "free": not (t["face_covered"] or t["truncated"] or t["cocked"] or t["stacked"])})
    return out


def look(cutter, net, d):
    d["solid"] = SHAPES[int(cutter.face(d["pic"], d["box"])[1].argmax())]
    d["cuts"] = cutter.cuts(d["pic"], d["box"])
    rows = forward(net, d["cuts"])
    d["rows"] = rows[:, :96] / np.linalg.norm(rows[:, :96], axis=1, keepdims=True)
    d["count"] = int(torch.from_numpy(rows[:, 144:150]).softmax(1).mean(0).argmax()) + 1


def alike(a, b):
    s, n = a @ b.T, len(a)
    return max(np.mean([s[k, (k + t) % n] for k in range(n)]) for t in range(n)) if n == len(b) else s.max()


HOG = cv2.HOGDescriptor((64, 64), (16, 16), (8, 8), (8, 8), 9)


def hog(cut):
    v = HOG.compute(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)).ravel()
    return v / (np.linalg.norm(v) + 1e-6)


def gradients(cut):
    g = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), 1.0)
    m = np.sqrt((cv2.Sobel(g, cv2.CV_32F, 1, 0) ** 2 + cv2.Sobel(g, cv2.CV_32F, 0, 1) ** 2).sum(2))
    return np.minimum(m / (np.percentile(m, 90) + 1e-3), 1.5).astype(np.float32)


def correlation(a, b, shift=5):
    return cv2.matchTemplate(b, np.ascontiguousarray(a[shift:-shift, shift:-shift]), cv2.TM_CCOEFF_NORMED).max()


def main(networks, rendered):
    cutter, net = Cutter(networks), cv2.dnn.readNetFromONNX(f"{networks}/icons.onnx")
    shots, dice = load(f"{rendered}/enroll"), load(f"{rendered}/rolls")
    for d in shots + dice:
        look(cutter, net, d)
    print("solid right:", sum(d["solid"] == d["shape"] for d in dice), "of", len(dice), "in rolls,", sum(d["solid"] == d["shape"] for d in shots), "of", len(shots), "shots")
    odd = set(sorted({d["file"] for d in dice})[::2])
    dice = [d for d in dice if d["free"] and d["shape"] != "d4"]
    six = [d for d in dice if d["shape"] == "d6"]
    print("count right:", sum(d["count"] == d["is"][1] for d in six), "of", len(six), "d6")
    first = np.array([s["file"].rsplit("_", 1)[1][0] == "0" for s in shots])

    def tell(name, like):
        out = []
        for use in (first, first | True):
            right = np.array([shots[int(np.where(use, row, -9).argmax())]["is"] == d["is"] for d, row in zip(dice, like)])
            for half in (True, False):
                pick = np.array([(d["file"] in odd) == half for d in dice])
                out.append(f"{right[pick].sum()}/{pick.sum()} ({100 * right[pick].mean():.1f} %)")
        print(f"{name:34s} one shot: odd {out[0]}, even {out[1]}; three: odd {out[2]}, even {out[3]}", flush=True)

    vectors = np.array([[alike(d["rows"], s["rows"]) for s in shots] for d in dice])
    tell("icon network", vectors)
    tell("icon network, one row of the die", np.array([[(d["rows"][:1] @ s["rows"].T).max() for s in shots] for d in dice]))
    h = np.stack([hog(s["cuts"][0]) for s in shots])
    hogs = np.array([(np.stack([hog(c) for c in d["cuts"]]) @ h.T).max(0) for d in dice])
    g = [gradients(s["cuts"][0]) for s in shots]
    lines = np.array([[max(correlation(c, b) for c in turned) for b in g] for turned in ([gradients(c) for c in d["cuts"]] for d in dice)])
    for name, like in (("HOG", hogs), ("correlation of gradients", lines), ("icon network + HOG / 2", vectors + hogs / 2), ("icon network + correlation / 2", vectors + lines / 2)):
        tell(name, like)
    other = np.array([max(v for v, s in zip(row, shots) if s["is"][0] != d["is"][0] and s["d"][:5] != d["d"][:5]) for d, row in zip(dice, vectors)])
    own = np.array([max(v for v, s in zip(row, shots) if s["is"] == d["is"]) for d, row in zip(dice, vectors)])
    print("cosine of the own face, percentiles 1, 5, 50:", np.percentile(own, [1, 5, 50]).round(2), "of the nearest other icon of other dice, 50, 95, 99:", np.percentile(other, [50, 95, 99]).round(2))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(*sys.argv[1:])
