"""Makes untidy pictures, dice among things that are no dice, as a COCO set.

    python3 untidy.py icons.npz DIR COUNT SEED POOL...

writes DIR/dev.json, which gives the dice's boxes alone, and COUNT pictures of 1280 × 720 with up to eight dice of the pools (sprites.py) and five to nineteen things (things.py).
"""
import json
import os
import sys

import cv2
import numpy as np

from scenes import Sprites, background, paste, shadow, spoil
from things import Things

WIDE, HIGH = 1280, 720


def still(sprites, things, rng):
    """A picture, and the boxes (x, y, w, h; px) of its dice. Nothing lies on a die."""
    floor = cv2.resize(things.pattern(384, 384)[:216], (720, 405)) if rng.random() < .2 else background(rng, 405, 720)
    img = np.ascontiguousarray(cv2.resize(np.clip(floor, 0, 255).astype(np.uint8), (WIDE, HIGH), interpolation=cv2.INTER_CUBIC))
    light, size, laid, dice = shadow(rng), np.exp(rng.uniform(np.log(28), np.log(150))), [], []

    def spot(s):
        for _ in range(30):
            x, y = rng.uniform(0, WIDE), rng.uniform(0, HIGH)
            if all(np.hypot(x - a, y - b) > (s + t) * .55 for a, b, t in laid):
                laid.append((x, y, s))
                return x, y
        return None

    for _ in range(rng.integers(5, 20)):
        s = size * np.exp(rng.uniform(np.log(.5), np.log(2.5)))
        at = spot(s)
        if at is not None:
            paste(img, None, things.sprite(), at, s, rng.uniform(0, 6.28), rng, light)
    if rng.random() < .3:  # dice lie on things
        laid.clear()
    for _ in range(rng.integers(2, 9)):
        at = spot(size)
        if at is None or not size * .6 < at[0] < WIDE - size * .6 or not size * .6 < at[1] < HIGH - size * .6:
            continue
        b = paste(img, None, sprites[rng.integers(len(sprites))], at, size * rng.uniform(.85, 1.15), rng.uniform(0, 6.28), rng, light)
        if b is not None:
            dice.append([float(b[0]), float(b[1]), float(b[2] - b[0]), float(b[3] - b[1])])
    return spoil(img, rng, WIDE), dice


def main(icons, folder, count, seed, *pools):
    rng = np.random.default_rng(int(seed))
    sprites, things = Sprites(list(pools)), Things(rng, np.load(icons)["masks"])
    os.makedirs(f"{folder}/images", exist_ok=True)
    images, annotations = [], []
    for i in range(int(count)):
        img, dice = still(sprites, things, rng)
        name = f"images/{i:05}.jpg"
        cv2.imwrite(f"{folder}/{name}", img, [cv2.IMWRITE_JPEG_QUALITY, 90])
        images.append({"id": i, "file_name": name, "width": WIDE, "height": HIGH})
        for box in dice:
            annotations.append({"id": len(annotations), "image_id": i, "category_id": 1, "bbox": box, "attributes": {}})
    with open(f"{folder}/dev.json", "w") as f:
        json.dump({"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "d6"}]}, f)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(*sys.argv[1:])
