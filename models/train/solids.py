"""Renders one die as a sprite: colour, cover, and what its top face shows.

Each pixel's ray meets the planes of a convex solid; the last plane that it
enters is the face that it sees. That is exact, short, and quick in numpy.
"""
import cv2
import numpy as np

CELL = 64  # px of one face's ink in the atlas
SHAPES = ["d4", "d6", "d8", "d10", "d12", "d20"]


def _normals(shape):
    """Outward unit normals of the faces and their distance from the middle."""
    g = (1 + 5 ** .5) / 2
    signs = [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    if shape == "d4":
        n = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    elif shape == "d6":
        n = [v for i in range(3) for v in (np.eye(3)[i], -np.eye(3)[i])]
    elif shape == "d8":
        n = signs
    elif shape == "d10":
        n = []
        for i in range(5):
            a = 2 * np.pi * i / 5
            up = np.array([np.cos(a), np.sin(a), .9])
            n += [up, -up]
    elif shape == "d12":
        n = [p for a in (1, -1) for b in (1, -1) for p in ((0, a, b * g), (a, b * g, 0), (b * g, 0, a))]
    else:
        n = signs + [p for a in (1, -1) for b in (1, -1) for p in ((0, a / g, b * g), (a / g, b * g, 0), (b * g, 0, a / g))]
    n = np.array(n, float)
    return n / np.linalg.norm(n, axis=1, keepdims=True)


NORMALS = {s: _normals(s) for s in SHAPES}
# Radius of the inscribed sphere; the solids are about as large as a d6 of side 2.
INRADIUS = {"d4": .62, "d6": 1.0, "d8": .82, "d10": .86, "d12": 1.0, "d20": 1.08}
# Half the side of the square of ink on a face, in the same units.
INK = {"d4": .95, "d6": .92, "d8": .62, "d10": .60, "d12": .56, "d20": .45}


def _turn_to(a, b):
    """The rotation that takes unit vector a to unit vector b the short way."""
    v, c = np.cross(a, b), float(a @ b)
    if c < -.9999:
        p = np.cross(a, [1, 0, 0] if abs(a[0]) < .9 else [0, 1, 0])
        p /= np.linalg.norm(p)
        return 2 * np.outer(p, p) - np.eye(3)
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + k + k @ k / (1 + c)


def _about(axis, angle):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def rest(shape, top, yaw):
    """Turns the solid so that face (d4: vertex) `top` points up."""
    up = np.array([0, 0, 1.0])
    n = NORMALS[shape][top]
    return _about(up, yaw) @ _turn_to(-n if shape == "d4" else n, up)


def pip_mask(value, radius, rng, spread=.5, along=0):
    """Ink of a d6 face: classic pips in a CELL x CELL square. A two's pips lie along a side, so far from the middle, if along is given."""
    ink = np.zeros((CELL * 2, CELL * 2), np.uint8)
    s = spread
    spots = {1: [(0, 0)], 2: [(-s, -s), (s, s)], 3: [(-s, -s), (0, 0), (s, s)], 4: [(-s, -s), (s, -s), (-s, s), (s, s)],
             5: [(-s, -s), (s, -s), (-s, s), (s, s), (0, 0)], 6: [(-s, -s), (-s, 0), (-s, s), (s, -s), (s, 0), (s, s)]}[value]
    if value == 6 and rng.random() < .5:
        spots = [(y, x) for x, y in spots]
    if value in (2, 3) and rng.random() < .5:
        spots = [(-x, y) for x, y in spots]
    if along:
        spots = [(0, -along), (0, along)]
    for x, y in spots:
        cv2.circle(ink, (int(CELL * (1 + x)), int(CELL * (1 + y))), max(2, int(radius * CELL)), 255, -1, cv2.LINE_AA)
    return cv2.resize(ink, (CELL, CELL), interpolation=cv2.INTER_AREA)


def _noise(rng, shape, cells):
    small = rng.random((max(2, cells), max(2, cells))).astype(np.float32)
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)


def render(shape, top, inks, look, rng, px=112):
    """Draws a die into a px x px sprite.

    inks: (faces, CELL, CELL) uint8 masks. look: body, body2, ink (BGR 0..255),
    tilt (rad), tilt_at (rad), yaw (rad), round (0..1), gloss, alpha, light (3), ink_glow.
    Returns BGRA uint8, the mask of the top face, and the top face's centre (px).
    """
    normals, r = NORMALS[shape], INRADIUS[shape]
    turn = _about([np.cos(look["tilt_at"]), np.sin(look["tilt_at"]), 0], look["tilt"]) @ rest(shape, top, look["yaw"])
    n = normals @ turn.T
    span = 1.95
    axis = (np.arange(px) + .5) / px * 2 * span - span
    x, y = np.meshgrid(axis, axis)
    far = look.get("far", 12.0)  # camera distance in half sides: perspective
    o = np.array([0, 0, far])
    d = np.stack([x, y, np.full_like(x, -far)], -1)
    d /= np.linalg.norm(d, axis=-1, keepdims=True)
    dn = d @ n.T
    t = (r - o @ n.T) / np.where(np.abs(dn) < 1e-6, 1e-6, dn)
    front = dn < 0
    enter = np.where(front, t, -1e9)
    leave = np.where(front, 1e9, t).min(-1)
    face = enter.argmax(-1)
    t_in = enter.max(-1)
    hit = t_in < leave
    p = o + d * t_in[..., None]
    # Rounded corners: the solid is cut by a sphere.
    ball = look["ball"]
    b = d @ o
    disc = b * b - (far * far - ball * ball)
    t_ball = -b - np.sqrt(np.maximum(disc, 0))
    hit &= disc > 0
    on_ball = hit & (t_ball > t_in) & (t_ball < leave)
    hit &= (t_ball < leave)
    p = np.where(on_ball[..., None], o + d * t_ball[..., None], p)
    # Soft edges: the normal turns towards the neighbour's near an edge.
    soft = look["round"] * (.25 if shape == "d6" else .1) + .02
    near = np.exp(np.clip((p @ n.T - r) / soft, -60, 0))
    normal = near @ n
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    q = p @ turn  # in the die's own frame
    u = np.zeros_like(x, dtype=np.float32)
    v = np.zeros_like(u)
    half = INK[shape]
    for f in np.unique(face[hit]):
        m = face == f
        ex, ey = face_axes(shape, f)
        u[m] = (q[m] @ ex) / half
        v[m] = (q[m] @ ey) / half
    inside = (np.abs(u) < 1) & (np.abs(v) < 1) & hit
    atlas = inks.reshape(-1, CELL)
    mx = ((u + 1) / 2 * CELL - .5).astype(np.float32)
    my = (np.clip((v + 1) / 2 * CELL - .5, 0, CELL - 1) + face * CELL).astype(np.float32)
    ink = cv2.remap(atlas, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32) / 255
    ink *= inside
    swirl = 0
    if look["body2"] is not None:
        w = np.sin(3.1 * q[..., 0] * look["swirl"] + 2 * np.sin(2.3 * q[..., 1] * look["swirl"] + look["yaw"]) + 2.9 * q[..., 2])
        w = w + 1.2 * (_noise(rng, x.shape, 5) - .5)
        swirl = np.clip(w * look["sharp"] + .5, 0, 1)[..., None]
        body = look["body"] * (1 - swirl) + look["body2"] * swirl
    else:
        body = np.broadcast_to(look["body"], x.shape + (3,))
    body = body * (1 + look["grain"] * (_noise(rng, x.shape, 14) - .5))[..., None]
    if look.get("veins", 0) > 0:
        fine = sum(_noise(rng, x.shape, c) for c in (6, 13, 27)) / 3
        body = body + look["veins"] * np.clip(4 * np.abs(fine - .5) - .3, -.5, .7)[..., None] * (look["vein"] - body)
    if look.get("glitter", 0) > 0:
        body = body + 255 * look["glitter"] * np.clip(_noise(rng, x.shape, 60) - .8, 0, 1)[..., None]
    if look.get("ghost", 0) > 0:
        body = body * (1 - look["ghost"] * far_ink(inks, shape, o + d * leave[..., None], np.where(front, 1e9, t).argmin(-1), turn, 1.6))[..., None]
    clear = look.get("clear", 0)
    if clear > 0:
        behind = clear * far_ink(inks, shape, *refracted(d, p, n, r, face), turn, look["haze"])[..., None]
        body = body * (1 - behind) + behind * look["ink"] * (.6 + .4 * np.asarray(look["body"]) / 255)
    light = look["light"] / np.linalg.norm(look["light"])
    lit = look["ambient"] + (1 - look["ambient"]) * np.clip(normal @ light, 0, 1)
    color = body * (1 - ink[..., None]) + look["ink"] * ink[..., None]
    out = color * lit[..., None]
    # Engraved ink catches a darker or lighter rim.
    rim = np.abs(cv2.GaussianBlur(ink, (3, 3), 0) - ink)
    out *= (1 - .5 * look["engrave"] * rim)[..., None]
    if look.get("drilled", 0) > 0:
        out = drill(out, ink, light, look["drilled"], look["glint"], look["pit"])
    if look.get("cone") is not None:
        out = cones(out, ink, look["cone"])
    halfway = light - d
    halfway /= np.linalg.norm(halfway, axis=-1, keepdims=True)
    shine = np.clip((normal * halfway).sum(-1), 0, 1) ** look["hard"]
    out += 255 * look["gloss"] * shine[..., None]
    top_id = top_face(n)
    top_mask = hit & (face == top_id) if shape != "d4" else hit
    cover = cv2.GaussianBlur(hit.astype(np.float32), (3, 3), 0) * look["alpha"]
    if clear > 0:
        cover *= 1 + (1 / look["alpha"] - 1) * np.maximum(ink, behind[..., 0])  # ink hides the floor
    bgra = np.dstack([np.clip(out, 0, 255), cover * 255]).astype(np.uint8)
    return bgra, top_mask, hit


def refracted(d, p, n, r, face):
    """Where rays d that enter acrylic at points p of some faces leave the solid: the points, and the faces there."""
    eta, into = 1 / 1.49, n[face]
    c = -(d * into).sum(-1, keepdims=True)
    d = eta * d + (eta * c - np.sqrt(np.maximum(1 - eta * eta * (1 - c * c), 0))) * into
    speed = d @ n.T
    far = np.where(speed > 1e-6, (r - p @ n.T) / np.where(speed > 1e-6, speed, 1), 1e9)
    far[far < 1e-6] = 1e9
    return p + d * far.min(-1)[..., None], far.argmin(-1)


def far_ink(inks, shape, p, face, turn, blur):
    """What is printed on the sides that turn away, as it shows through a clear die. p is where each ray leaves the solid, and face the side it leaves by."""
    q, half = p @ turn, INK[shape]
    out = np.zeros(face.shape, np.float32)
    for f in range(len(inks)):
        ex, ey = face_axes(shape, f)
        x, y = (((q @ e) / half + 1) / 2 * CELL - .5 for e in (ex, ey))
        ink = cv2.remap(inks[f], x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        out = np.where(face == f, ink.astype(np.float32) / 255, out)
    return cv2.GaussianBlur(out, (0, 0), blur)


def drill(out, ink, light, depth, glint, wide):
    """Makes ink a pit: its walls are lit from one side, and lamps mirror in them as small spots."""
    soft = cv2.GaussianBlur(ink, (0, 0), wide)
    slope = -(cv2.Sobel(soft, cv2.CV_32F, 1, 0) * light[0] + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * light[1])
    slope /= max(float(np.abs(slope).max()), 1e-3)
    out = out * (1 + depth * slope * ink)[..., None]
    spot = np.clip((slope - .55) / .3, 0, 1) * (soft > .25)
    return out + 255 * glint * spot[..., None]


def cones(out, ink, rays):
    """Makes pips pits with a point: each lamp mirrors in them as a stroke from the middle outwards, wider towards the rim.
    rays (…,5): direction (rad), where it begins and ends (of the pit's radius), width (of it), strength; for all pips alike."""
    n, _, stats, mid = cv2.connectedComponentsWithStats((ink > .6).astype(np.uint8))
    shine = np.zeros(ink.shape, np.float32)
    for k in range(1, n):
        if stats[k, 4] < 9:
            continue
        r = np.sqrt(stats[k, 4] / np.pi)
        for a, near, far, wide, strong in rays:
            d, side = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
            pts = [mid[k] + r * (near * d - .25 * wide * side), mid[k] + r * (far * d - wide * side),
                   mid[k] + r * (far * d + wide * side), mid[k] + r * (near * d + .25 * wide * side)]
            stroke = np.zeros(ink.shape, np.uint8)
            cv2.fillPoly(stroke, [np.int32(np.round(np.array(pts) * 16))], 255, cv2.LINE_AA, 4)
            shine = np.maximum(shine, stroke.astype(np.float32) / 255 * strong)
    shine = cv2.GaussianBlur(shine, (0, 0), .5) * np.clip(ink * 1.5, 0, 1)
    return out + (255 - out) * shine[..., None]


def top_face(turned):
    return int(turned[:, 2].argmax())


def face_axes(shape, f):
    """Right and down of a face's print, in the die's frame."""
    n = NORMALS[shape][f]
    pole = np.array([0, 0, 1.0]) if abs(n[2]) < .95 else np.array([0, 1.0, 0])
    down = -(pole - (pole @ n) * n)
    down /= np.linalg.norm(down)
    if shape == "d10" and n[2] < 0:
        down = -down
    right = np.cross(down, n)
    return right, down
