"""Pairs of another geometry, of another picture, and of frames that are lost, doubled or late."""
from making import FRAMES, SDR, SOURCES, Case, chain, plain, probe, recipe, zscale


def changed(c, a, tags, vf, how, expect, first=None):
    """The second by a filter of geometry or time; half of those from HDR are then mapped to SDR."""
    then, want, fmt = ("", tags, None) if tags["t"] == "bt709" or c.rng.random() < 0.5 else ("," + chain(tags, c.pick("hable", "mobius", "reinhard")), SDR, "yuv420p")
    return first or a, c.re(a, vf + then, want, fmt), how + (", mapped" if then else ""), {"expect": expect}


def listed(code, count, *choices):
    """One of the filters in turn, each with the codes that are right."""
    @recipe(code, count)
    def made(c):
        tags, a = c.any()
        vf, *expect = choices[c.index // 2 % len(choices)]
        return changed(c, a, tags, vf, vf, expect)


@recipe("another picture", 20)
def unrelated(c):
    tags, a = c.any()
    names = [n for n, s in SOURCES.items() if s[0] == c.set and n != c.source and {n, c.source} != {"chart", "hand"}]
    c.source = c.pick(*names)
    tags, b = c.any()
    return a, c.re(b, None, tags), f"{a.stem} and {b.stem}", {"expect": ["another-picture"]}


listed("turned", 16, ("transpose=1", "turned"), ("transpose=2", "turned"), ("hflip,vflip", "turned"), ("hflip,vflip", "turned"))
listed("mirrored", 12, ("hflip", "mirrored"), ("vflip", "mirrored"), ("transpose=0", "mirrored", "turned"))


@recipe("shifted", 20)
def shifted(c):
    tags, a = c.any()
    w, h = c.size
    s = (2, 4, 6, 10, 14, 20, 1, 3)[c.index // 2 % 8]
    dx, dy = c.pick((0, s), (s, 3 * s if s < 8 else 0))  # not along the pan, which would be a late clip
    still = f"loop={FRAMES - 1}:1:0,trim=end_frame={FRAMES}," if dy == 0 else ""
    # Odd shifts need chroma of full resolution.
    fmt = probe(a)["pix_fmt"].replace("420", "444") if s % 2 else probe(a)["pix_fmt"]
    def window(x, y):
        return still + (zscale(tags, tags) + f",format={fmt}," if s % 2 else "") + f"crop={w - 24}:{h - 24}:{x}:{y}:exact=1"
    first = c.cached(f"{a.stem}-window{bool(still)}{s % 2}", lambda out: c.write(out, a, window(0, 0), tags, fmt, "ffv1"))
    return changed(c, a, tags, window(dx, dy), f"shifted by {dx}, {dy}", ["shifted", "cropped"], first)


@recipe("cropped", 16)
def cropped(c):
    tags, a = c.any()
    w, h = c.size
    share = (0.02, 0.04, 0.06, 0.10)[c.index // 2 % 4]
    W, H = round(w * (1 - share) / 2) * 2, round(h * (1 - share) / 2) * 2
    x, y = c.pick((0, 0), (w - W, h - H), ((w - W) // 4 * 2, (h - H) // 4 * 2))
    vf = f"crop={W}:{H}:{x}:{y}" + ("," + zscale(tags, tags, w=w, h=h, f="bicubic") if c.index % 4 < 2 else "")
    return changed(c, a, tags, vf, f"cropped by {share:.0%}" + (" and scaled to its size" if c.index % 4 < 2 else ""), ["cropped", "scaled"])


@recipe("cropped", 6)
def one_side(c):
    tags, a = c.any()
    w, h = c.size
    vf = c.pick(f"crop={w - w // 20 // 2 * 2}:{h}:0:0", f"crop={w}:{h - h // 12 // 2 * 2}")
    return changed(c, a, tags, vf, f"{vf}: another shape", ["cropped", "scaled", "shifted"])


@recipe("scaled", 12)
def bars(c):
    tags, a = c.any()
    w, h = c.size
    if c.index % 4 < 2:
        return changed(c, a, tags, f"pad={w}:{h + h // 4 // 4 * 4}:0:-1", "bars added: another shape", ["scaled", "cropped"])
    W, H = w * 4 // 5 // 4 * 4, h * 4 // 5 // 4 * 4
    return changed(c, a, tags, zscale(tags, tags, w=W, h=H, f="bicubic") + f",pad={w}:{h}:-1:-1", "scaled to 80 % within bars", ["scaled", "cropped"])


@recipe("scaled", 6)
def stretched(c):
    tags, a = c.any()
    w, h = c.size
    return changed(c, a, tags, f"crop={w}:{h * 3 // 4 // 2 * 2}," + zscale(tags, tags, w=w, h=h, f="bicubic"), "cropped in height and stretched", ["scaled", "cropped"])


# ---------------------------------------------------------------- frames

CLOSED = ",setpts=N/25/TB"


def frames(code, count, filters, how, *expect):
    """A filter of time; {k} is the number of a frame."""
    @recipe(code, count)
    def made(c):
        k = c.pick(3, 4, 5, 6)
        tags, a = c.any()
        return changed(c, a, tags, filters.format(k=k), how.format(k=k), list(expect))


frames("frames dropped", 10, "select='not(eq(n,{k}))'" + CLOSED, "frame {k} lost, times closed up", "frames-missing")
frames("frames dropped", 10, "select='not(eq(n,{k}))'", "frame {k} lost, times kept", "frames-missing")
frames("frames dropped", 4, "select='not(eq(n,3)+eq(n,6))'" + CLOSED, "frames 3 and 6 lost, times closed up", "frames-missing")
frames("frames doubled", 14, "loop=1:1:{k}" + CLOSED, "frame {k} twice, the rest later", "frames-repeated", "frames-missing")
frames("frames doubled", 6, "select='not(eq(n,{k}))',fps=25:round=near", "frame {k} replaced by the one before", "frames-missing", "frames-repeated")
listed("frames half", 12, *((vf, "frames-missing", "unmatched") for vf in ("select='not(mod(n,2))'", "select='not(mod(n,2))'" + CLOSED, "trim=end_frame=5")))
listed("frames cut", 10, *((f"trim=end_frame={n}", "frames-missing", "unmatched") for n in (6, 7, 8)))


def late(c):
    return f"tpad=start={c.pick(1, 2, 3, 4)}:start_mode=clone,trim=end_frame=9"


plain("frame-offset", 8, "frames late, mapped", Case.hdr, lambda c, t: late(c) + "," + chain(t, "hable"), lambda c, t: SDR, lambda c, f: "yuv420p", hdr=True)
plain("frame-offset", 10, "frames late, the first repeated", Case.any, lambda c, t: late(c))
plain("frame-offset", 10, "frames lost at the start, times from 0", Case.any, lambda c, t: f"trim=start_frame={c.pick(1, 2, 3, 4)},setpts=PTS-STARTPTS")
