"""Top faces of photographed dice with pips, and of letters, which are neither pips nor numerals: found by the aligner that ships."""
import json

import cv2
import numpy as np

import faces
from export_faces import Cutter
from faces import FACE

WIDE, HALF = 216, 48  # px: a cut with its surroundings, and half the face's square in it
LIKE_DIGITS = set("bgiloqsz")  # letters that nobody can tell from a numeral


class Photographed:
    """(picture, number of pips, 0 for a letter) of each labelled die of some COCO sets, its face upright in the middle."""

    def __init__(self, root, sets, networks):
        self.pips, self.letters = [], []
        cutter = Cutter(networks)
        for name in sets:
            with open(f"{root}/{name}/dev.json") as f:
                coco = json.load(f)
            files = {i["id"]: i["file_name"] for i in coco["images"] if not i.get("augmented")}
            pictures = {}
            for a in coco["annotations"]:
                t, file = a["attributes"], files.get(a["image_id"])
                n = t.get("value") if t.get("kind") == "pips" else 0 if t.get("kind") == "icons" and not LIKE_DIGITS & set(str(t.get("icon"))) else None
                if n is None or file is None:
                    continue
                if file not in pictures:
                    pictures = {file: cv2.imread(f"{root}/{name}/{file}", cv2.IMREAD_COLOR)}
                (self.pips if n else self.letters).append((self.wide(cutter, pictures[file], np.array(a["bbox"], float)), n))

    @staticmethod
    def wide(cutter, pic, box):
        (center, scale, turn, _, _), _ = cutter.face(pic, np.concatenate([box[:2], box[:2] + box[2:]]))
        return faces.cut(pic, center, scale * WIDE / 2 / HALF, turn, WIDE, WIDE / 2)

    def some(self, r, spoil):
        """A face, cut with slips, in other colours and light, turned anyhow, and its number of pips."""
        kept = self.pips if r.random() < .75 or not self.letters else self.letters
        pic, n = kept[r.integers(len(kept))]
        if r.random() < .3:
            pic = pic[..., r.permutation(3)]
        if r.random() < .12:
            pic = 255 - pic
        pic = pic.astype(np.float32)
        if r.random() < .35:  # a die of few px
            few = cv2.resize(pic, None, fx=(f := r.uniform(.25, .7)), fy=f, interpolation=cv2.INTER_AREA)
            pic = cv2.resize(few, (WIDE, WIDE), interpolation=cv2.INTER_LINEAR)
        off = 2.2 if r.random() < .1 else 1
        a = np.pi / 4 * r.integers(8) + off * r.normal(0, .06)
        pic = spoil(pic, r.uniform(.05, .7))
        mid = (WIDE - 1) / 2 + off * r.normal(0, .045, 2) * HALF
        return faces.cut(pic, mid, HALF * np.exp(off * r.normal(0, .06)), a, FACE, FACE / 2), n
