"""Faults, each made by FFmpeg's filters and options alone."""
from making import HLG, PQ, SDR, SDR2020, SDRP3, STATIC, X265, Case, chain, ffmpeg, gained, hdr_to, plain, probe, recipe, zscale

RGB = {"m": "gbr", "r": "pc"}


def any_sdr(*tags, **more):
    return lambda c: c.sdr(*(c.pick(*tags),) if tags else (), **more)


def pq(c):
    return c.hdr(PQ)


def hlg(c):
    return c.hdr(HLG)


# ---------------------------------------------------------------- range and matrix

SWS = ":flags=accurate_rnd+bicubic"
FULL_SDR = dict(SDR, r="pc")
plain("range-as-full", 6, "narrow codes, tagged full", Case.any, tags=lambda c, t: dict(t, r="pc"))
plain("range-as-full", 6, "zscale reads narrow codes as full, writes narrow", Case.any, lambda c, t: zscale(dict(t, r="pc"), t))
plain("range-as-full", 4, "scale reads narrow codes as full", Case.any, lambda c, t: "scale=in_range=pc:out_range=tv" + SWS)
plain("range-as-full", 6, "narrow codes to R'G'B' as full, then to narrow", Case.sdr, lambda c, t: zscale(dict(t, r="pc"), RGB) + ",format=gbrp," + zscale(RGB, t))
plain("range-as-narrow", 6, "expanded to full, tagged narrow", Case.any, lambda c, t: zscale(t, {"r": "pc"}))
plain("range-as-narrow", 6, "full codes, tagged narrow", lambda c: c.sdr(FULL_SDR, bits=c.pick(8, 10)), tags=lambda c, t: dict(t, r="tv"))
plain("range-as-narrow", 4, "full codes expanded once more, tagged full", any_sdr(FULL_SDR), lambda c, t: zscale(dict(t, r="tv"), t))
plain("range-as-narrow", 6, "scale to full, tagged narrow", Case.any, lambda c, t: "scale=in_range=tv:out_range=pc" + SWS)


def another(c, t):
    return dict(t, m=c.pick(*[m for m in ("bt709", "smpte170m", "bt2020nc") if m != t["m"]]))


plain("matrix", 8, "another matrix in the tags", Case.any, tags=another, vivid=True)
plain("matrix", 6, "read by another matrix by zscale", Case.any, lambda c, t: zscale(another(c, t), t), vivid=True)
plain("matrix", 4, "converted to another matrix, tagged as before", lambda c: c.sdr(bits=c.pick(8, 10)), lambda c, t: zscale(t, {"m": another(c, t)["m"]}), vivid=True)
plain("matrix", 6, "R'G'B' to BT.601 by scale, which is its default, tagged BT.709", Case.sdr,
      lambda c, t: zscale(t, RGB) + ",format=gbrp,scale=out_range=tv:out_color_matrix=bt601", vivid=True)

# ---------------------------------------------------------------- chroma


def sited(change):
    """A recipe for a pair of locations: the first has the right one, `change` is given the wrong one."""
    def made(c):
        right, wrong = c.pick(("left", "center"), ("center", "left"), ("left", "topleft"), ("topleft", "left"), ("topleft", "center"))
        tags, a = c.any()
        if right != "left":
            want = dict(tags, loc=right)
            a = c.cached(f"{a.stem}-{right}", lambda out: c.write(out, a, zscale(tags, want, f="bicubic"), want, probe(a)["pix_fmt"], "ffv1"))
            tags = want
        how, vf, new, fmt = change(tags, wrong)
        return a, c.re(a, vf, new, fmt and probe(a)["pix_fmt"].replace("420", fmt)), f"{how}; {right} is right, not {wrong}"
    return made


recipe("chroma-siting", 8, vivid=True)(sited(lambda t, wrong: ("tagged", None, dict(t, loc=wrong), None)))
recipe("chroma-siting", 8, vivid=True)(sited(lambda t, wrong: ("moved", zscale(dict(t, loc=wrong), t, f="bicubic"), t, None)))
recipe("chroma-siting", 6, vivid=True)(sited(lambda t, wrong: ("brought to 4:4:4", zscale(dict(t, loc=wrong), {"loc": wrong}, f="bicubic"), t, "444")))
plain("chroma-siting", 6, "4:4:4 to 4:2:0 by scale, whose chroma is centered, tagged left", lambda c: c.sdr(sub="444", bits=c.pick(8, 10)),
      lambda c, t: "scale=flags=accurate_rnd+bicubic", fmt=lambda c, f: f.replace("444", "420"), vivid=True)
plain("chroma-siting", 6, "read as center, mapped to SDR", Case.hdr, lambda c, t: chain(t, "hable", fault={"loc": "center"}), lambda c, t: SDR, lambda c, f: "yuv420p", vivid=True, hdr=True)
plain("chroma-exchanged", 8, "shuffleplanes=0:2:1", Case.any, lambda c, t: "shuffleplanes=0:2:1:3", vivid=True)
plain("chroma-exchanged", 6, "swapuv: YV12 taken for I420", Case.any, lambda c, t: "swapuv", vivid=True)


@recipe("chroma-exchanged", 6, vivid=True)
def exchanged_nv21(c):
    tags, a = c.sdr()
    w, h = c.size
    raw = ffmpeg("-i", a, "-pix_fmt", "nv21", "-f", "rawvideo", "-")
    return a, c.re("-", None, tags, "yuv420p", before=["-f", "rawvideo", "-pix_fmt", "nv12", "-s", f"{w}x{h}", "-r", probe(a)["r_frame_rate"]], data=raw), "NV21 read as NV12"


# ---------------------------------------------------------------- transfer functions

def kept(first, right):
    """The first converted to `right`; the second keeps the codes and is tagged so."""
    def made(c):
        tags, source = first(c)
        a = c.cached(f"{source.stem}-right-{right['t']}", lambda out: c.write(out, source, hdr_to(tags, right), right, "yuv420p10le", "ffv1"))
        return a, c.re(source, None, right), f"the first is converted to {right['t']}, the second has the codes of {tags['t']}"
    return made


plain("hlg-as-pq", 8, "HLG tagged PQ", hlg, tags=lambda c, t: PQ, hdr=True)
recipe("hlg-as-pq", 6, hdr=True)(kept(hlg, PQ))
plain("hlg-as-pq", 6, "HLG read as PQ by zscale, converted to HLG", hlg, lambda c, t: hdr_to(PQ, HLG), hdr=True)
plain("pq-as-hlg", 8, "PQ tagged HLG", pq, tags=lambda c, t: HLG, hdr=True)
recipe("pq-as-hlg", 6, hdr=True)(kept(pq, HLG))
plain("pq-as-hlg", 6, "PQ read as HLG by zscale, converted to PQ", pq, lambda c, t: hdr_to(HLG, PQ), hdr=True)
plain("hdr-as-sdr", 8, "tagged as SDR", Case.hdr, tags=lambda c, t: c.pick(SDR2020, dict(t, t="bt2020-10"), SDR), fmt=lambda c, f: c.pick("yuv420p", f), hdr=True)
plain("hdr-as-sdr", 6, "to 8 bits and BT.709's matrix without mapping", Case.hdr, lambda c, t: "scale=in_color_matrix=bt2020:out_color_matrix=bt709" + SWS,
      lambda c, t: SDR, lambda c, f: "yuv420p", hdr=True, codecs=("x264-18", "x264-23"))


@recipe("hdr-as-sdr", 4, hdr=True)
def as_sdr_picture(c):
    tags, a = c.hdr()
    b = c.out("png")
    ffmpeg("-i", a, "-vf", zscale(tags, RGB) + ",format=gbrp,format=rgb24", "-frames:v", "1", b)
    return a, b, "a PNG of a frame without mapping", {"options": ["--frames", "1"]}


plain("hdr-as-sdr", 4, "SDR tagged as HDR", any_sdr(SDR2020, bits=10), tags=lambda c, t: c.pick(PQ, HLG))

# ---------------------------------------------------------------- light and primaries

plain("pq-peak", 14, "another nominal peak in zscale's output than in its input", pq, lambda c, t: gained(t, c.pick(0.25, 0.4, 0.7, 1.5, 3, 4)), hdr=True)
plain("pq-peak", 6, "HLG to PQ of another peak", hlg, lambda c, t: hdr_to(HLG, PQ, c.pick(0.3, 0.4, 1.6, 4)), lambda c, t: PQ, hdr=True)
plain("reference-white", 8, "light times 2.03 or 1/2.03", pq, lambda c, t: gained(t, c.pick(2.03, 1 / 2.03)), hdr=True)


@recipe("reference-white", 12)
def white_up(c):
    tags, a = c.sdr(bits=c.pick(8, 10))
    one, two = (zscale(tags, {"t": "linear"}) + ",format=gbrpf32le," + zscale({"t": "linear", "p": "bt709"}, PQ, npl=npl) for npl in c.pick((203, 100), (100, 203)))
    first = c.cached(f"{a.stem}-pq{one[-3:]}", lambda out: c.write(out, a, one, PQ, "yuv420p10le", "ffv1"))
    return first, c.re(a, two, PQ, "yuv420p10le"), f"SDR to PQ with white at {two[-3:]}, not {one[-3:]} cd/m²"


plain("primaries", 8, "others in the tags", any_sdr(SDR, SDR2020, SDRP3, bits=10), tags=lambda c, t: dict(t, p="bt2020" if t["p"] == "bt709" else "bt709"), vivid=True)


@recipe("primaries", 6, vivid=True)
def primaries_kept(c):
    tags, wide = c.sdr(SDR2020, bits=10)
    return c.sdr()[1], c.re(wide, zscale(tags, {"m": "bt709"}), SDR, "yuv420p"), "values of BT.2020 as BT.709; the first is converted"


@recipe("primaries", 6, vivid=True, hdr=True)
def primaries_chain(c):
    tags, hdr = c.hdr()
    curve = c.pick("hable", "mobius", "reinhard")
    return c.sdr(curve=curve)[1], c.re(hdr, chain(tags, curve).replace("zscale=p=bt709", "setparams=color_primaries=bt709", 1), SDR, "yuv420p"), f"{curve} without zscale=p=bt709"


plain("primaries", 4, "HDR of BT.2020, tagged as others", Case.hdr, tags=lambda c, t: dict(t, p=c.pick("bt709", "smpte432")), vivid=True, hdr=True)

# ---------------------------------------------------------------- bands


def smooth(c):
    """Half of the lossless clips are blurred, and all that are coded: coding covers bands in what is not smooth."""
    c.codec = c.pick("ffv1", "ffv1", "x264-18", "x264-23")
    return c.pick("gblur=sigma=6,", "") if c.codec == "ffv1" else "gblur=sigma=6,"


def levels(step):
    return f"lutyuv=y=round(val/{step})*{step}"


@recipe("banding", 12)
def bands_sdr(c):
    tags, deep = c.sdr(bits=10)
    blur, step = smooth(c), (2, 4, 8)[c.index // 2 % 3]
    a = c.cached(f"{deep.stem}-{bool(blur)}-dithered", lambda out: c.write(out, deep, blur + zscale(tags, {}, d="error_diffusion"), tags, "yuv420p", "ffv1"))
    return a, c.re(a, levels(step), tags), f"luma in steps of {step} codes"


@recipe("banding", 8, hdr=True)
def bands_hdr(c):
    tags, deep = c.hdr()
    blur, step = smooth(c), (8, 16, 32)[c.index // 2 % 3]
    a = deep if not blur else c.cached(f"{deep.stem}-blurred", lambda out: c.write(out, deep, blur[:-1], tags, "yuv420p10le", "ffv1"))
    return a, c.re(a, levels(step), tags), f"{tags['t']} luma in steps of {step} codes of 10 bits"


@recipe("banding", 8, hdr=True)
def bands_mapped(c):
    """PQ of few levels mapped to SDR; the first is mapped from 10 bits."""
    tags, deep = c.hdr(PQ)
    blur, step, curve = smooth(c), c.pick(8, 16), c.pick("hable", "mobius")
    a = c.cached(f"{deep.stem}-{bool(blur)}-{curve}-mapped", lambda out: c.write(out, deep, blur + chain(tags, curve), SDR, "yuv420p10le", "ffv1"))
    return a, c.re(deep, blur + levels(step) + "," + chain(tags, curve), SDR, "yuv420p"), f"PQ luma in steps of {step} codes, then mapped by {curve}"


# ---------------------------------------------------------------- fields and metadata

plain("field-order", 6, "lines of the fields exchanged by il", Case.fields, lambda c, t: "il=ls=1:cs=1", field="tff")
plain("field-order", 6, "fields separated, woven with the other first", Case.fields,
      lambda c, t: "setfield=tff,separatefields,setfield=bff,weave=first_field=bottom,setpts=N/25/TB", field="tff")
plain("field-order", 8, "progressive; one field late by phase", Case.sdr, lambda c, t: f"phase=mode={c.pick('t', 'b')}")


def with_static(c, kind):
    tags, a = c.hdr(kind)
    stated = ["-color_primaries", "bt2020", "-color_trc", tags["t"], "-colorspace", "bt2020nc", "-color_range", "tv"]
    return tags, c.cached(f"{a.stem}-static", lambda out: ffmpeg("-i", a, "-crf", "18", *X265[:-1], X265[-1] + ":bframes=0:" + STATIC, *stated, out))


def copied(c, a, kind, filters):
    """The second without coding again, by way of a bare stream, which has no tags but its own."""
    ffmpeg("-i", a, "-f", kind, "-c", "copy", "-bsf:v", filters, c.out(kind))
    ffmpeg("-r", probe(a)["r_frame_rate"], "-i", c.out(kind), "-c", "copy", *(["-tag:v", "hvc1"] if kind == "hevc" else []), c.out("mp4"))
    return c.out("mp4")


SEI, UNTAGGED = "filter_units=remove_types=39", "transfer_characteristics=2:colour_primaries=2:matrix_coefficients=2"


@recipe("metadata-stripped", 8, hdr=True)
def stripped_sei(c):
    a = with_static(c, PQ)[1]
    return a, copied(c, a, "hevc", SEI), "SEI removed: no mastering display, no MaxCLL"


@recipe("metadata-stripped", 6, hdr=True)
def stripped_tags(c):
    a = with_static(c, c.pick(PQ, HLG))[1]
    return a, copied(c, a, "hevc", f"{SEI},hevc_metadata={UNTAGGED}"), "SEI removed, and color tags unspecified"


plain("metadata-stripped", 6, "recoded without mastering display and MaxCLL", lambda c: with_static(c, PQ),
      lambda c, t: "sidedata=delete:MASTERING_DISPLAY_METADATA,sidedata=delete:CONTENT_LIGHT_LEVEL", hdr=True, codecs=("x265-18", "x265-23", "ffv1"))


@recipe("metadata-stripped", 6)
def stripped_sdr(c):
    tags, source = c.sdr()
    a = c.cached(f"{source.stem}-avc", lambda out: c.write(out, source, None, tags, "yuv420p", "x264-18", after=["-bf", "0"]), "mp4")
    return a, copied(c, a, "h264", f"h264_mp4toannexb,h264_metadata={UNTAGGED}"), "SDR without color tags"
