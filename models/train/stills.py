"""Makes pictures of d6 whose pips are drilled to a point and mirror the lamps, as a COCO set: what the judges of pips learn of such dice.

    python3 stills.py icons.npz DIR COUNT SEED

writes DIR/dev.json and COUNT pictures of 1280 × 720 with eight to twelve dice each.
"""
import json
import os
import sys

import cv2
import numpy as np

import solids
from scenes import background, paste, shadow, spoil
from sprites import Maker

WIDE, HIGH, PX = 1280, 720, 256  # PX is a sprite's side


def die(maker, rng):
    """A sprite of such a die, and how many pips lie up."""
    look = maker.look("d6", "pips")
    look["cone"] = maker.rays()
    inks, says = maker.inks("pips", "d6")
    top = int(rng.integers(6))
    return solids.render("d6", top, inks, look, rng, PX)[0], says[top][0] + 1


def still(maker, rng):
    """A picture, and the boxes (x, y, w, h; px) and pips of its dice. Each has its own cell, so that none lies in another."""
    img = cv2.resize(background(rng, 405, 720), (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    light, size, dice = shadow(rng), rng.uniform(80, 170), []
    for cell in rng.permutation(15)[:rng.integers(8, 13)]:
        sprite, pips = die(maker, rng)
        at = ((cell % 5 + .5) * WIDE / 5 + rng.uniform(-25, 25), (cell // 5 + .5) * HIGH / 3 + rng.uniform(-20, 20))
        x0, y0, x1, y1 = paste(img, None, sprite, at, size * rng.uniform(.85, 1.1), rng.uniform(0, 6.28), rng, light)
        dice.append(([float(x0), float(y0), float(x1 - x0), float(y1 - y0)], pips))
    return spoil(img, rng, WIDE), dice


def main(icons, folder, count, seed):
    rng = np.random.default_rng(int(seed))
    maker = Maker(np.load(icons)["masks"], rng)
    os.makedirs(f"{folder}/images", exist_ok=True)
    images, annotations = [], []
    for i in range(int(count)):
        img, dice = still(maker, rng)
        name = f"images/{i:04}.jpg"
        cv2.imwrite(f"{folder}/{name}", img, [cv2.IMWRITE_JPEG_QUALITY, 92])
        images.append({"id": i, "file_name": name, "width": WIDE, "height": HIGH})
        for box, pips in dice:
            annotations.append({"id": len(annotations), "image_id": i, "category_id": 1, "bbox": box, "attributes": {"kind": "pips", "value": pips}})
    with open(f"{folder}/dev.json", "w") as f:
        json.dump({"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "d6"}]}, f)


if __name__ == "__main__":
    main(*sys.argv[1:])
