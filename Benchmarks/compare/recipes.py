"""How each fault is made. A recipe takes a case and returns A, B and how, in words."""
import numpy as np
import light as L
from making import (Drop, HLG, PQ, SDR, SDR601, SDR2020, SDRP3, STATIC, chain, ffmpeg, fitted, mapped, recipe, run, setparams, stated,
                    zscale)

VIVID = ("colorful",)


# ---------------------------------------------------------------- range

@recipe("range-as-full")
def full_tag(c):
    tags, a = c.any()
    return a, c.re(a, None, dict(tags, r="pc"), tags), "narrow codes, tagged full"


@recipe("range-as-full")
def full_zscale(c):
    tags, a = c.any()
    return a, c.re(a, zscale(dict(tags, r="pc"), dict(tags, r="tv")), tags, tags), "zscale with rin=full on narrow codes, to narrow"


@recipe("range-as-full")
def full_swscale(c):
    tags, a = c.any()
    return a, c.re(a, "scale=in_range=pc:out_range=tv:flags=accurate_rnd+bicubic", tags, tags), "scale with in_range=pc on narrow codes"


@recipe("range-as-full")
def full_rgb(c):
    tags, a = c.some_sdr()
    vf = zscale(dict(tags, r="pc"), {"m": "gbr", "r": "pc"}) + ",format=gbrp," + zscale({"m": "gbr", "r": "pc"}, dict(tags, r="tv"))
    return a, c.re(a, vf, tags, tags), "narrow codes converted to R'G'B' as full, then to narrow"


@recipe("range-as-narrow")
def narrow_expanded(c):
    tags, a = c.any()
    return a, c.re(a, zscale(tags, {"r": "pc"}), tags, tags), "expanded to full, tagged narrow"


@recipe("range-as-narrow")
def narrow_tag(c):
    tags = dict(c.pick(SDR, SDR601), r="pc")
    tags, a = c.world.sdr(c.clip, tags=tags, bits=c.pick(8, 10))
    return a, c.re(a, None, dict(tags, r="tv"), tags), "full codes, tagged narrow"


@recipe("range-as-narrow")
def narrow_full_twice(c):
    tags = dict(SDR, r="pc")
    tags, a = c.world.sdr(c.clip, tags=tags, bits=c.pick(8, 10))
    return a, c.re(a, zscale(dict(tags, r="tv"), dict(tags, r="pc")), tags, tags), "full codes expanded once more, tagged full"


@recipe("range-as-narrow")
def narrow_swscale(c):
    tags, a = c.any()
    return a, c.re(a, "scale=in_range=tv:out_range=pc:flags=accurate_rnd+bicubic", tags, tags), "scale to out_range=pc, tagged narrow"


# ---------------------------------------------------------------- matrix

def other(c, m):
    return c.pick(*[x for x in ("bt709", "smpte170m", "bt2020nc") if x != m])


@recipe("matrix", VIVID)
def matrix_tag(c):
    tags, a = c.any() if c.rng.random() < 0.7 else c.world.sdr(c.clip, tags=c.pick(SDR601, SDR2020))
    m = other(c, tags["m"])
    return a, c.re(a, None, dict(tags, m=m), tags), f"{tags['m']} tagged {m}"


@recipe("matrix", VIVID)
def matrix_zscale(c):
    tags, a = c.any() if c.rng.random() < 0.7 else c.world.sdr(c.clip, tags=c.pick(SDR601, SDR2020), saturation=1.3)
    m = other(c, tags["m"])
    return a, c.re(a, zscale(dict(tags, m=m), tags), tags, tags), f"zscale with min={m} on {tags['m']}, to {tags['m']}"


@recipe("matrix", VIVID)
def matrix_to_other(c):
    tags, a = c.some_sdr()
    m = other(c, tags["m"])
    return a, c.re(a, zscale(tags, dict(tags, m=m)), tags, tags), f"converted from {tags['m']} to {m}, still tagged {tags['m']}"


@recipe("matrix", VIVID)
def matrix_swscale(c):
    tags, a = c.some_sdr()
    names = {"bt709": "bt709", "smpte170m": "smpte170m", "bt2020nc": "bt2020"}
    m = other(c, tags["m"])
    vf = f"scale=in_color_matrix={names[m]}:out_color_matrix={names[tags['m']]}:flags=accurate_rnd+bicubic+full_chroma_int"
    return a, c.re(a, vf, tags, tags), f"scale with in_color_matrix={names[m]} on {tags['m']}"


@recipe("matrix", VIVID)
def matrix_own(c):
    tags = c.pick(SDR, SDR601)
    _, a = c.world.sdr(c.clip, tags=tags)
    m = other(c, tags["m"])
    return a, wrong_matrix(c, tags, m), f"encoded with {m}, tagged {tags['m']}"


def wrong_matrix(c, tags, m):
    signal = c.world.sdr_signal(c.clip, tags)
    scale = c.may_scale()
    vf = scale.replace("zscale=", zscale(tags, {"loc": tags["loc"]}) + ":", 1) if scale else None
    return c.world.write(c.out(), L.packed(signal, dict(tags, m=m), 8, "420", "tpdf"), c.clip.size, "yuv420p", tags, c.codec, vf=vf)


# ---------------------------------------------------------------- chroma

def sites(c):
    return c.pick(("left", "center"), ("center", "left"), ("left", "topleft"), ("topleft", "left"))


@recipe("chroma-siting", VIVID)
def siting_tag(c):
    right, wrong = sites(c)
    tags, a = sited(c, right)
    return a, c.re(a, None, dict(tags, loc=wrong), tags, scale=False), f"chroma is {right}, tagged {wrong}"


@recipe("chroma-siting", VIVID)
def siting_zscale(c):
    right, wrong = sites(c)
    tags, a = sited(c, right)
    vf = zscale(dict(tags, loc=wrong), dict(tags, loc=right), f="bilinear")
    return a, c.re(a, vf, tags, tags, scale=False), f"zscale moved chroma from {wrong} to {right} where it already was {right}"


@recipe("chroma-siting", VIVID)
def siting_444(c):
    right, wrong = sites(c)
    tags, a = sited(c, right)
    fmt = "yuv444p10le" if "10" in L.probe(a)["pix_fmt"] else "yuv444p"
    vf = zscale(dict(tags, loc=wrong), {"loc": wrong}, f="bicubic") + f",format={fmt}"
    return a, c.re(a, vf, dict(tags, loc=right), tags, fmt, scale=False), f"brought to 4:4:4 as if chroma were {wrong}, not {right}"


@recipe("chroma-siting", VIVID)
def siting_own(c):
    right, wrong = sites(c)
    tags = dict(SDR, loc=right)
    _, a = c.world.sdr(c.clip, tags=tags, saturation=1.4)
    data = L.packed(c.world.sdr_signal(c.clip, tags, saturation=1.4), dict(tags, loc=wrong), 8, "420", "tpdf")
    return a, c.world.write(c.out(), data, c.clip.size, "yuv420p", tags, c.codec), f"chroma brought to 4:2:0 as {wrong}, tagged {right}"


def sited(c, loc):
    kind = c.pick("sdr", "sdr", "pq", "hlg")
    if kind == "sdr":
        return c.world.sdr(c.clip, tags=dict(SDR, loc=loc), saturation=1.4)
    return (c.world.pq if kind == "pq" else c.world.hlg)(c.clip, loc=loc, saturation=1.4)


@recipe("chroma-exchanged", VIVID)
def exchanged_shuffle(c):
    tags, a = c.any()
    return a, c.re(a, "shuffleplanes=0:2:1:3", tags, tags), "shuffleplanes=0:2:1"


@recipe("chroma-exchanged", VIVID)
def exchanged_yv12(c):
    tags, a = c.any()
    return a, c.re(a, "swapuv", tags, tags), "YV12 taken for I420"


@recipe("chroma-exchanged", VIVID)
def exchanged_merge(c):
    tags, a = c.any()
    fmt = L.probe(a)["pix_fmt"]
    vf = f"extractplanes=y+u+v[y][u][v];[y][v][u]mergeplanes=0x001020:{fmt}"
    return a, c.re(a, vf, tags, tags, fmt, scale=False), "planes merged in the wrong order"


@recipe("chroma-exchanged", VIVID)
def exchanged_nv21(c):
    tags, a = c.some_sdr()
    fmt = L.probe(a)["pix_fmt"]
    w, h = c.clip.size
    raw = ffmpeg("-i", a, "-pix_fmt", "nv21", "-f", "rawvideo", "-")
    return a, c.world.write(c.out(), raw, c.clip.size, "nv12", tags, c.codec, final_fmt="yuv420p"), "NV21 read as NV12"


# ---------------------------------------------------------------- HLG and PQ

def hlg_pq(c, per_channel):
    """PQ of the clip's HLG, from the HLG file, so that both have its rounding."""
    tags, h = c.world.hlg(c.clip)
    d = L.decoded(h)
    signal = L.to_rgb(d["y"] / 219, d["cb"] / 224, d["cr"] / 224, "bt2020nc")
    return h, signal


@recipe("hlg-ootf-per-channel", VIVID)
def ootf_zscale(c):
    tags, h = c.world.hlg(c.clip)
    c.hdr_codec()
    if c.rng.random() < 0.5:
        a = c.world.a(f"{c.clip.name}-hlg-to-pq", lambda out: c.world.write(
            out, L.packed(L.pq_signal(L.hlg_light(hlg_pq(c, False)[1])), PQ, 10), c.clip.size, "yuv420p10le", PQ, "ffv1"))
        how = "own"
    else:
        a = c.world.a(f"{c.clip.name}-hlg-tonemap-pq", lambda out: c.world.by_tonemap(out, h, "ffv1", ["--to", "pq", "--tone-mapping", "none", "--target-peak", "1000"]))
        how = "tonemap"
    vf = (zscale(tags, {"t": "linear"}, npl=1000) + ",format=gbrpf32le," + "zscale=tin=linear:pin=bt2020:t=smpte2084:m=bt2020nc:r=limited:c=topleft:npl=1000,format=yuv420p10le")
    b = c.re(h, vf, PQ, tags, "yuv420p10le")
    return a, b, f"HLG to PQ by zscale, whose OOTF is per channel; A by {how}"


@recipe("hlg-ootf-per-channel", VIVID)
def ootf_own_pq(c):
    h, signal = hlg_pq(c, False)
    c.hdr_codec()
    a = c.world.a(f"{c.clip.name}-hlg-to-pq", lambda out: c.world.write(
        out, L.packed(L.pq_signal(L.hlg_light(signal)), PQ, 10), c.clip.size, "yuv420p10le", PQ, "ffv1"))
    return a, c.np(L.pq_signal(L.hlg_light(signal, per_channel=True)), PQ, 10, "yuv420p10le"), "HLG to PQ with the gamma on each channel"


@recipe("hlg-ootf-per-channel", VIVID)
def ootf_own_hlg(c):
    tags, a = c.world.hlg(c.clip)
    _, signal = hlg_pq(c, False)
    c.hdr_codec()
    return a, c.np(L.hlg_signal(L.hlg_light(signal, per_channel=True)), HLG, 10, "yuv420p10le"), "HLG to light with the gamma on each channel, back to HLG rightly"


@recipe("hlg-ootf-per-channel", VIVID)
def ootf_against_hlg(c):
    """A is the HLG itself."""
    tags, a = c.world.hlg(c.clip)
    _, signal = hlg_pq(c, False)
    c.hdr_codec()
    return a, c.np(L.pq_signal(L.hlg_light(signal, per_channel=True)), PQ, 10, "yuv420p10le"), "PQ made from HLG with the gamma on each channel; A is the HLG"


@recipe("hlg-ootf-per-channel", VIVID)
def ootf_vivid(c):
    light = np.minimum(c.clip.exposed(saturation=1.3)[:c.clip.frames], 1000)
    signal = L.hlg_signal(light)
    tags = dict(PQ, loc="left")
    a = c.world.a(f"{c.clip.name}-vivid-pq", lambda out: c.world.write(out, L.packed(L.pq_signal(L.hlg_light(signal)), tags, 10), c.clip.size, "yuv420p10le", tags, "ffv1"))
    c.hdr_codec()
    return a, c.np(L.pq_signal(L.hlg_light(signal, per_channel=True)), tags, 10, "yuv420p10le"), "HLG to PQ with the gamma on each channel, strong colors"


@recipe("hlg-as-pq")
def as_pq_tag(c):
    tags, a = c.world.hlg(c.clip, loc=c.pick("left", "topleft"))
    c.hdr_codec()
    return a, c.re(a, None, dict(tags, t="smpte2084"), tags), "HLG tagged PQ"


@recipe("hlg-as-pq")
def as_pq_after(c):
    tags, h = c.world.hlg(c.clip)
    a = c.world.a(f"{c.clip.name}-hlg-to-pq", lambda out: c.world.write(
        out, L.packed(L.pq_signal(L.hlg_light(hlg_pq(c, False)[1])), PQ, 10), c.clip.size, "yuv420p10le", PQ, "ffv1"))
    c.hdr_codec()
    return a, c.re(h, None, PQ, tags), "A is HLG converted to PQ, B the HLG codes as PQ"


@recipe("hlg-as-pq")
def as_pq_to_hlg(c):
    tags, a = c.world.hlg(c.clip)
    _, signal = hlg_pq(c, False)
    c.hdr_codec()
    return a, c.np(L.hlg_signal(np.minimum(L.pq_light(signal), 1000)), HLG, 10, "yuv420p10le"), "HLG taken for PQ and converted to HLG"


@recipe("hlg-as-pq")
def as_pq_zscale(c):
    tags, a = c.world.hlg(c.clip)
    c.hdr_codec()
    vf = (zscale(dict(tags, t="smpte2084"), {"t": "linear"}, npl=1000) + ",format=gbrpf32le,zscale=tin=linear:pin=bt2020:t=smpte2084:m=bt2020nc:r=limited:c=topleft:npl=1000,format=yuv420p10le")
    return a, c.re(a, vf, PQ, tags, "yuv420p10le"), "zscale with tin=smpte2084 on HLG, to PQ"


@recipe("pq-as-hlg")
def as_hlg_tag(c):
    tags, a = c.world.pq(c.clip, loc=c.pick("left", "topleft"))
    c.hdr_codec()
    return a, c.re(a, None, dict(tags, t="arib-std-b67"), tags), "PQ tagged HLG"


@recipe("pq-as-hlg")
def as_hlg_after(c):
    tags, p = c.world.pq(c.clip)
    _, a = c.world.hlg(c.clip)
    c.hdr_codec()
    return a, c.re(p, None, HLG, tags), "A is HLG, B the PQ codes of the same light as HLG"


@recipe("pq-as-hlg")
def as_hlg_to_pq(c):
    tags, a = c.world.pq(c.clip)
    c.hdr_codec()
    signal = L.pq_signal(c.clip.exposed()[:c.clip.frames])
    return a, c.np(L.pq_signal(L.hlg_light(signal)), PQ, 10, "yuv420p10le"), "PQ taken for HLG of 1000 cd/m2 and converted to PQ"


@recipe("pq-as-hlg")
def as_hlg_tonemap(c):
    tags, a = c.world.pq(c.clip)
    c.codec = "x265-18"
    b = c.out("mkv")
    c.world.by_tonemap(b, a, "x265-18", ["--transfer", "hlg", "--to", "pq", "--tone-mapping", "none", "--target-peak", "1000"])
    return a, b, "tonemap --transfer hlg on PQ, to PQ"


# ---------------------------------------------------------------- SDR curves, peaks, reference white

@recipe("sdr-curve")
def curve_camera(c):
    tags, a = c.world.sdr(c.clip, bits=c.pick(8, 10))
    rgb = L.bt1886(c.world.sdr_signal(c.clip))
    return a, c.np(L.camera709(rgb), SDR, 8, "yuv420p", "tpdf"), "encoded with BT.709's camera curve, not for BT.1886"


@recipe("sdr-curve")
def curve_srgb(c):
    tags, a = c.world.sdr(c.clip, bits=c.pick(8, 10))
    rgb = L.bt1886(c.world.sdr_signal(c.clip))
    return a, c.np(L.srgb_inverse(rgb), SDR, 8, "yuv420p", "tpdf"), "encoded with sRGB, tagged BT.709"


@recipe("sdr-curve")
def curve_tag(c):
    srgb = dict(SDR, t="iec61966-2-1")
    right, wrong = c.pick((SDR, srgb), (srgb, SDR))
    tags, a = c.world.sdr(c.clip, tags=right, bits=c.pick(8, 10))
    return a, c.re(a, None, wrong, tags), f"{right['t']} tagged {wrong['t']}"


@recipe("sdr-curve")
def curve_colorspace(c):
    tags, a = c.some_sdr()
    fmt = L.probe(a)["pix_fmt"].replace("le", "")
    vf = "colorspace=iall=bt709:itrc=bt709:trc=srgb:space=bt709:primaries=bt709:range=tv:format=" + ("yuv420p10" if "10" in fmt else "yuv420p")
    return a, c.re(a, vf, SDR, tags, scale=False), "the colorspace filter: from the camera curve to sRGB, tagged BT.709"


@recipe("sdr-curve")
def curve_linear(c):
    """Light taken from SDR by the camera curve's inverse, then encoded for BT.1886."""
    tags, a = c.world.sdr(c.clip, bits=c.pick(8, 10))
    v = c.world.sdr_signal(c.clip)
    way = c.pick("camera", "srgb")
    light = L.camera709_inverse(v) if way == "camera" else L.srgb(v)
    return a, c.np(L.bt1886_inverse(light), SDR, 8, "yuv420p", "tpdf"), f"decoded with {way}, encoded for BT.1886"


def pq_of(c, factor, tags=PQ, **k):
    return L.pq_signal(c.clip.exposed(**k)[:c.clip.frames] * factor)


PEAKS = (10, 0.1, 4, 0.25, 2.5, 0.4, 1.5, 0.6)


@recipe("pq-peak")
def peak_own(c):
    tags, a = c.world.pq(c.clip, loc=c.pick("left", "topleft"))
    c.hdr_codec()
    k = c.pick(*PEAKS)
    return a, c.np(pq_of(c, k), tags, 10, "yuv420p10le"), f"light is {k} times A's"


@recipe("pq-peak")
def peak_zscale(c):
    tags, a = c.world.pq(c.clip)
    c.hdr_codec()
    one, two = c.pick((10000, 1000), (1000, 10000), (1000, 4000), (4000, 1000), (400, 1000), (1000, 600))
    vf = (zscale(tags, {"t": "linear"}, npl=one) + f",format=gbrpf32le,zscale=tin=linear:pin=bt2020:t=smpte2084:m=bt2020nc:r=limited:c=topleft:npl={two},format=yuv420p10le")
    return a, c.re(a, vf, PQ, tags, "yuv420p10le"), f"zscale to linear with npl={one}, back with npl={two}"


@recipe("pq-peak")
def peak_hlg(c):
    tags, a = c.world.hlg(c.clip)
    _, signal = hlg_pq(c, False)
    c.hdr_codec()
    k = c.pick(0.4, 0.6, 1.5, 4, 10)
    return a, c.np(L.pq_signal(k * L.hlg_light(signal)), PQ, 10, "yuv420p10le"), f"HLG to PQ with a peak of {1000 * k:.0f} cd/m2 (gamma 1.2 kept)"


@recipe("pq-peak")
def peak_to_hlg(c):
    tags, p = c.world.pq(c.clip)
    light = np.minimum(c.clip.exposed()[:c.clip.frames], 1000)
    k = c.pick(0.4, 0.25, 0.6, 2.5)
    a = c.world.pq(c.clip)[1]
    c.hdr_codec()
    return a, c.np(L.hlg_signal(np.minimum(light * k, 1000)), HLG, 10, "yuv420p10le"), f"PQ to HLG with light {k} times"


@recipe("reference-white")
def white_own(c):
    tags, a = c.world.pq(c.clip, loc=c.pick("left", "topleft"))
    c.hdr_codec()
    k = c.pick(2.03, 1 / 2.03)
    return a, c.np(pq_of(c, k), tags, 10, "yuv420p10le"), f"PQ with light {k:.3f} times"


@recipe("reference-white")
def white_zscale(c):
    """SDR to PQ with the wrong white."""
    tags, s = c.world.sdr(c.clip, bits=10)
    right, wrong = c.pick((203, 100), (100, 203))
    def made(npl):
        return zscale(tags, {"t": "smpte2084", "p": "bt2020", "m": "bt2020nc", "r": "tv", "loc": "topleft"}, npl=npl) + ",format=yuv420p10le"
    a = c.world.a(f"{c.clip.name}-sdr-to-pq-{right}", lambda out: c.world.convert(out, s, made(right), PQ, "ffv1", "yuv420p10le"))
    c.hdr_codec()
    return a, c.re(s, made(wrong), PQ, tags, "yuv420p10le"), f"SDR to PQ with white {wrong} instead of {right}"


@recipe("reference-white")
def white_tonemap(c):
    tags, s = c.some_sdr()
    right, wrong = c.pick((203, 100), (100, 203))
    a = c.world.a(f"{s.stem}-to-pq-{right}", lambda out: c.world.by_tonemap(out, s, "ffv1", ["--to", "pq", "--reference-white", str(right)]))
    c.codec = "x265-18"
    b = c.world.by_tonemap(c.out("mkv"), s, "x265-18", ["--to", "pq", "--reference-white", str(wrong)])
    return a, b, f"tonemap --to pq --reference-white {wrong} instead of {right}"


@recipe("reference-white")
def white_sdr_pq(c):
    """A is SDR, whose 100 % stands for 203 cd/m2; B is PQ that has it at 100."""
    tags, a = c.world.sdr(c.clip, bits=10)
    light = 100 * L.primaries(L.bt1886(c.world.sdr_signal(c.clip)), "bt709", "bt2020")
    c.hdr_codec()
    return a, c.np(L.pq_signal(light), PQ, 10, "yuv420p10le"), "SDR as PQ with white at 100 cd/m2; A is the SDR"


@recipe("reference-white")
def white_hlg(c):
    tags, a = c.world.hlg(c.clip, gain=1.0)
    k = c.pick(1 / 2.03, 2.03)
    _, signal = hlg_pq(c, False)
    c.hdr_codec()
    return a, c.np(L.pq_signal(k * L.hlg_light(signal)), PQ, 10, "yuv420p10le"), f"HLG to PQ with light {k:.3f} times"


# ---------------------------------------------------------------- rounding

def smooth(c):
    return c.pick(5, 9, 14) * c.clip.size[0] // 480 or 4


@recipe("banding")
def band_pq_to_pq(c):
    s = smooth(c)
    tags, a = c.world.pq(c.clip, smooth=s)
    c.codec = c.pick("ffv1", "q0", "x264-18")
    signal = np.round(L.pq_signal(c.clip.exposed(smooth=s)[:c.clip.frames]) * 255) / 255
    return a, c.world.write(c.out(), L.packed(signal, tags, 10), c.clip.size, "yuv420p10le", tags, c.codec), "PQ rounded to 8 bits per channel, then 10 bits"


@recipe("banding")
def band_8bit_pq_mapped(c):
    s = smooth(c)
    light = c.clip.exposed(smooth=s)[:c.clip.frames]
    a = c.world.a(f"{c.clip.name}-smooth{s}-sdr", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(mapped(light)), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    signal = np.round(L.pq_signal(light) * 219) / 219
    c.codec = c.pick("ffv1", "q0", "x264-18")
    return a, c.world.write(c.out(), L.packed(L.bt1886_inverse(mapped(L.pq_light(signal))), SDR, 8, "420", c.pick("tpdf", None)), c.clip.size, "yuv420p", SDR, c.codec), "PQ rounded to 8 bits, then mapped to SDR"


@recipe("banding")
def band_ffmpeg(c):
    s = smooth(c)
    tags, a = c.world.pq(c.clip, smooth=s)
    c.codec = c.pick("ffv1", "q0", "x264-18")
    return a, c.re(a, zscale(tags, {}, d="none") + ",format=yuv420p," + zscale(tags, {}, d="none"), tags, tags, "yuv420p10le", scale=False), "10-bit PQ through 8 bits without dither"


@recipe("banding")
def band_tonemap(c):
    s = smooth(c)
    tags, hdr = c.world.pq(c.clip, smooth=s)
    _, a = c.world.toned(c.clip, hdr=hdr)
    low = c.world.a(f"{c.clip.name}-smooth{s}-pq8", lambda out: c.world.convert(out, hdr, zscale(tags, {}, d="none"), tags, "ffv1", "yuv420p"))
    c.codec = c.pick("ffv1", "x264-18")
    b = c.world.by_tonemap(c.out(), low, c.codec, ["--transfer", "pq"])
    return a, b, "8-bit PQ converted by tonemap; A from 10 bits"


@recipe("banding")
def band_hlg(c):
    s = smooth(c)
    tags, a = c.world.hlg(c.clip, smooth=s)
    c.codec = c.pick("ffv1", "q0", "x264-18")
    steps = c.pick(100, 127, 219)
    signal = np.round(L.hlg_signal(np.minimum(c.clip.exposed(smooth=s)[:c.clip.frames], 1000)) * steps) / steps
    return a, c.world.write(c.out(), L.packed(signal, tags, 10), c.clip.size, "yuv420p10le", tags, c.codec), f"HLG rounded to {steps} steps, then 10 bits"


def dither_codec(c):
    c.codec = c.pick("ffv1", "ffv1", "q0", "x264-12")


@recipe("dither-missing")
def dither_own(c):
    s = c.pick(0, smooth(c))
    k = {"smooth": s} if s else {}
    kind = c.pick("tpdf", "half")
    tags, a = c.world.sdr(c.clip, dither=kind, **k)
    dither_codec(c)
    return a, c.world.write(c.out(), L.packed(c.world.sdr_signal(c.clip, **k), SDR, 8), c.clip.size, "yuv420p", SDR, c.codec), f"rounded; A has {kind} dither"


@recipe("dither-missing")
def dither_zscale(c):
    s = smooth(c)
    tags, deep = c.world.sdr(c.clip, bits=10, dither=None, smooth=s)
    kind = c.pick("random", "error_diffusion", "ordered")
    a = c.world.a(f"{c.clip.name}-smooth{s}-{kind}", lambda out: c.world.convert(out, deep, zscale(tags, {}, d=kind), SDR, "ffv1", "yuv420p"))
    dither_codec(c)
    return a, c.re(deep, zscale(tags, {}, d="none"), SDR, tags, "yuv420p", scale=False), f"zscale with dither none; A has {kind}"


@recipe("dither-missing")
def dither_tonemap(c):
    s = c.pick(0, smooth(c))
    tags, hdr = c.world.pq(c.clip, **({"smooth": s} if s else {}))
    kind = c.pick("blue-noise", "ordered")
    _, a = c.world.toned(c.clip, hdr=hdr, arguments=["--dither", kind])
    dither_codec(c)
    plain = c.world.toned(c.clip, hdr=hdr, arguments=["--dither", "none"])[1]
    return a, c.re(plain, None, SDR, SDR, "yuv420p", scale=False), f"tonemap --dither none; A has {kind}"


@recipe("dither-missing")
def dither_swscale(c):
    s = smooth(c)
    tags, deep = c.world.sdr(c.clip, bits=10, dither=None, smooth=s)
    kind = c.pick("bayer", "ed", "a_dither", "x_dither")
    a = c.world.a(f"{c.clip.name}-smooth{s}-sws-{kind}", lambda out: c.world.convert(out, deep, f"scale=sws_dither={kind}:flags=accurate_rnd", SDR, "ffv1", "yuv420p"))
    dither_codec(c)
    return a, c.re(deep, "scale=sws_dither=none:flags=accurate_rnd", SDR, tags, "yuv420p", scale=False), f"scale with sws_dither=none; A has {kind}"


# ---------------------------------------------------------------- gamut, primaries

@recipe("gamut-clipped", VIVID)
def clip_own(c):
    s = c.pick(1.3, 1.6, 2)
    light = c.clip.exposed(saturation=s)[:c.clip.frames]
    a = c.world.sdr(c.clip, saturation=s)[1]
    return a, c.np(L.bt1886_inverse(np.clip(mapped(light, fit=False), 0, 1)), SDR, 8, "yuv420p", "tpdf"), f"clipped per channel; A brings colors in toward gray; saturation {s}"


@recipe("gamut-clipped", VIVID)
def clip_tonemap(c):
    s = c.pick(1.5, 2, 2.5)
    tags, hdr = c.world.pq(c.clip, saturation=s)
    kind = c.pick("perceptual", "desaturate", "compress")
    _, a = c.world.toned(c.clip, hdr=hdr, arguments=["--gamut-mapping", kind])
    plain = c.world.toned(c.clip, hdr=hdr, arguments=["--gamut-mapping", "clip"])[1]
    return a, c.re(plain, None, SDR, SDR, "yuv420p"), f"tonemap --gamut-mapping clip; A has {kind}; saturation {s}"


@recipe("gamut-clipped", VIVID)
def clip_zscale(c):
    """BT.2020 SDR to BT.709 by zscale, which clips."""
    s = c.pick(1.5, 2, 2.5)
    light = c.clip.exposed(saturation=s)[:c.clip.frames]
    wide = np.clip(L.primaries(mapped(light, fit=False), "bt709", "bt2020"), 0, 1)
    x = L.primaries(wide, "bt2020", "bt709")
    y = np.clip(wide @ L.LUMA_2020, 0, 1)[..., None]
    a = c.world.a(f"{c.clip.name}-wide-fitted-{s}", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(fitted(x, y)), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    w = c.world.a(f"{c.clip.name}-wide-{s}", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(wide), SDR2020, 10), c.clip.size, "yuv420p10le", SDR2020, "ffv1"))
    return a, c.re(w, zscale(SDR2020, dict(SDR)), SDR, SDR2020, "yuv420p"), f"BT.2020 SDR to BT.709 by zscale, which clips; saturation {s}"


@recipe("gamut-clipped", VIVID)
def clip_desaturate(c):
    """Clipped in light per channel, and only then encoded, at several strengths."""
    s = c.pick(1.6, 2.2)
    tags = dict(SDR, loc="left")
    light = c.clip.exposed(saturation=s)[:c.clip.frames]
    a = c.world.sdr(c.clip, bits=10, saturation=s)[1]
    return a, c.np(L.bt1886_inverse(np.clip(mapped(light, fit=False), 0, 1)), SDR, 10, "yuv420p10le"), f"10-bit, clipped per channel; saturation {s}"


@recipe("primaries", VIVID)
def primaries_tag(c):
    right = c.pick(SDR, SDR2020, SDRP3)
    tags, a = c.world.sdr(c.clip, tags=right, bits=c.pick(8, 10))
    wrong = c.pick(*[p for p in ("bt709", "bt2020", "smpte432") if p != right["p"]])
    if {wrong, right["p"]} == {"bt2020", "smpte432"}:
        wrong = "bt709"
    return a, c.re(a, None, dict(tags, p=wrong), tags), f"{right['p']} tagged {wrong}"


@recipe("primaries", VIVID)
def primaries_forgotten(c):
    """Wide values written as BT.709."""
    wide = c.pick(SDR2020, SDRP3)
    _, a = c.world.sdr(c.clip)
    signal = c.world.sdr_signal(c.clip, dict(wide, t="bt709"))
    return a, c.np(signal, SDR, 8, "yuv420p", "tpdf"), f"{wide['p']} values as BT.709; A is converted"


@recipe("primaries", VIVID)
def primaries_chain(c):
    """FFmpeg's chain from HDR to SDR without zscale=p=bt709."""
    tags, hdr = c.world.pq(c.clip)
    curve = c.pick("hable", "mobius", "reinhard")
    _, a = c.world.hable(c.clip, curve=curve)
    return a, c.re(hdr, chain(tags, curve, primaries=False).replace("zscale=t=bt709", "zscale=pin=bt709:p=bt709:t=bt709"), SDR, tags, "yuv420p"), f"{curve} without zscale=p=bt709"


@recipe("primaries", VIVID)
def primaries_hdr(c):
    tags, a = c.hdr()
    p = c.pick("bt709", "smpte432")
    if p == "smpte432":
        p = "bt709"
    return a, c.re(a, None, dict(tags, p=p), tags), f"HDR in BT.2020 tagged {p}"


@recipe("primaries", VIVID)
def primaries_narrow(c):
    """BT.709 values written as BT.2020: too colorful."""
    tags, a = c.world.sdr(c.clip, tags=SDR2020, bits=10)
    signal = c.world.sdr_signal(c.clip, dict(SDR, t="bt709"))
    return a, c.np(signal, SDR2020, 10, "yuv420p10le"), "BT.709 values as BT.2020; A is converted"


# ---------------------------------------------------------------- time

def more(c, tags, hdr):
    """The clip with its spare frames, as a lossless movie."""
    def signal():
        return c.clip.exposed()
    if hdr:
        return c.world.a(f"{c.clip.name}-pq-long", lambda out: c.world.write(out, L.packed(L.pq_signal(signal()), PQ, 10), c.clip.size, "yuv420p10le", PQ, "ffv1"))
    return c.world.a(f"{c.clip.name}-sdr-long", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(mapped(signal())), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))


def cut(c, long, first, tags, fmt):
    n = c.clip.frames
    return f"trim=start_frame={first}:end_frame={first + n},setpts=PTS-STARTPTS"


@recipe("frame-offset")
def offset_trim(c):
    hdr = c.rng.random() < 0.4
    tags, fmt = (PQ, "yuv420p10le") if hdr else (SDR, "yuv420p")
    long = more(c, tags, hdr)
    early = c.pick(True, False)
    k = c.pick(1, 1, 1, 2, 3)
    first_a, first_b = (0, k) if early else (k, 0)
    a = c.world.a(f"{long.stem}-from{first_a}", lambda out: c.world.convert(out, long, cut(c, long, first_a, tags, fmt), tags, "ffv1", fmt))
    return a, c.re(long, cut(c, long, first_b, tags, fmt), tags, tags, fmt), f"{k} frame(s) {'early' if early else 'late'}"


@recipe("frame-offset")
def offset_repeat(c):
    """The first frame twice, the last one lost."""
    hdr = c.rng.random() < 0.4
    tags, fmt = (PQ, "yuv420p10le") if hdr else (SDR, "yuv420p")
    long = more(c, tags, hdr)
    k = c.pick(1, 1, 2)
    a = c.world.a(f"{long.stem}-from0", lambda out: c.world.convert(out, long, cut(c, long, 0, tags, fmt), tags, "ffv1", fmt))
    vf = f"tpad=start={k}:start_mode=clone,trim=end_frame={c.clip.frames}"
    return a, c.re(a, vf, tags, tags, fmt), f"first frame repeated {k} time(s)"


@recipe("frame-offset")
def offset_lost(c):
    """The first frames lost, the movie shorter, times counted from 0."""
    hdr = c.rng.random() < 0.4
    tags, fmt = (PQ, "yuv420p10le") if hdr else (SDR, "yuv420p")
    long = more(c, tags, hdr)
    k = c.pick(1, 1, 2)
    a = c.world.a(f"{long.stem}-from0", lambda out: c.world.convert(out, long, cut(c, long, 0, tags, fmt), tags, "ffv1", fmt))
    return a, c.re(a, f"trim=start_frame={k},setpts=PTS-STARTPTS", tags, tags, fmt), f"first {k} frame(s) lost, times start at 0"


def woven(c, order, rate=0.5, shift=0, exchange=False, progressive=False):
    """Interlaced SDR: fields of a movie of twice the rate. order: 0 top first. shift: frames by which the second field is off."""
    n = c.clip.frames
    signal = L.bt1886_inverse(mapped(c.clip.exposed(frames=2 * n + 4, rate=rate * (2 if progressive else 1))))
    signal = np.clip(signal, 0, 1)
    result = np.empty((n,) + signal.shape[1:], np.float32)
    for i in range(n):
        one, two = (i, i) if progressive else (2 * i, 2 * i + 1)
        two += shift * (1 if progressive else 2)
        two = min(max(two, 0), len(signal) - 1)
        if exchange:
            one, two = two, one
        first, second = (0, 1) if order == 0 else (1, 0)
        result[i, first::2], result[i, second::2] = signal[one, first::2], signal[two, second::2]
    return result


def fields(c, name, signal, out=None, codec="ffv1", field="tff"):
    """Chroma of each field is brought to 4:2:0 by itself where it is interlaced."""
    def write(path):
        return c.world.write(path, interlaced(signal) if field else L.packed(signal, SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, codec,
                             field=field, extra=["-flags", "+ildct+ilme"] if field and codec.startswith("x264") else ())
    return write(out) if out else c.world.a(name, write)


def interlaced(signal):
    rng = np.random.default_rng(3)
    y, cb, cr = L.to_yuv(np.clip(signal, 0, 1), "bt709")
    planes = [L.quantized(y, False, 8, False, "tpdf", rng)]
    for p in (cb, cr):
        half = np.empty((p.shape[0], p.shape[1] // 2, p.shape[2] // 2), np.float32)
        across = L.down(p, 2, True)
        n = half.shape[1]
        for f in (0, 1):
            rows = across[:, f::2]
            want = half[:, f::2].shape[1]
            pairs = rows[:, :rows.shape[1] // 2 * 2]
            mean = (pairs[:, 0::2] + pairs[:, 1::2]) / 2
            if mean.shape[1] < want:
                mean = np.concatenate([mean, rows[:, -1:]], 1)
            half[:, f::2] = mean[:, :want]
        planes.append(L.quantized(half, True, 8, False, "tpdf", rng))
    return b"".join(p[i].tobytes() for i in range(len(y)) for p in planes)


def even_lines(c):
    """Fields need a height that divides by 4."""
    w, h = c.clip.size
    c.clip.size = (w, h // 4 * 4)
    if h % 4:
        c.clip.name += "f"


@recipe("field-order")
def fields_exchanged(c):
    even_lines(c)
    order = c.pick(0, 1)
    a = fields(c, f"{c.clip.name}-fields{order}", woven(c, order), field=("tff", "bff")[order])
    c.field = ("tff", "bff")[order]
    b = c.re(a, "il=ls=1:cs=1", SDR, SDR, "yuv420p", scale=False)
    return a, b, "interlaced; lines of the fields exchanged by il=s"


@recipe("field-order")
def fields_late(c):
    even_lines(c)
    order = c.pick(0, 1)
    a = fields(c, f"{c.clip.name}-fields{order}", woven(c, order), field=("tff", "bff")[order])
    b = fields(c, None, woven(c, order, shift=c.pick(1, -1)), out=c.out(), codec=c.codec, field=("tff", "bff")[order])
    return a, b, "interlaced; the second field is a frame off"


@recipe("field-order")
def fields_in_progressive(c):
    even_lines(c)
    a = fields(c, f"{c.clip.name}-frames", woven(c, 0, progressive=True), field=None)
    b = fields(c, None, woven(c, c.pick(0, 1), progressive=True, shift=1), out=c.out(), codec=c.codec, field=None)
    return a, b, "progressive; one field of B is the next frame's"


@recipe("field-order")
def fields_phase(c):
    even_lines(c)
    a = fields(c, f"{c.clip.name}-frames", woven(c, 0, progressive=True), field=None)
    return a, c.re(a, f"phase=mode={c.pick('t', 'b')}", SDR, SDR, "yuv420p", scale=False), "progressive; a field delayed by the phase filter"


@recipe("field-order")
def fields_weave(c):
    even_lines(c)
    order = c.pick(0, 1)
    a = fields(c, f"{c.clip.name}-fields{order}", woven(c, order), field=("tff", "bff")[order])
    c.field = ("tff", "bff")[order]
    other = ("bff", "tff")[order]
    # weave gives its frames the time of their second field, which would be another fault.
    vf = f"setfield={c.field},separatefields,setfield={other},weave=first_field={'bottom' if order == 0 else 'top'},setpts=PTS-STARTPTS"
    return a, c.re(a, vf, SDR, SDR, "yuv420p", scale=False), "interlaced; separatefields, then weave with the other field first"


def adaptive(c, light, strength, seed=0):
    """Mapped with the white of each frame, or with an exposure that follows each frame's mean."""
    peaks = np.percentile(light.max(-1), 99.5, axis=(1, 2))
    means = light.mean((1, 2, 3))
    rng = np.random.default_rng(c.index)
    out = []
    for i in range(len(light)):
        gain = (means.mean() / means[i]) ** (strength * 3) * (peaks.mean() / peaks[i]) ** strength
        out.append(mapped(light[i:i + 1] * gain * (1 + 0.5 * strength * rng.uniform(-0.25, 0.25)), white=max(400, float(peaks[i]))))
    return np.concatenate(out)


def travelling(c):
    """Frames of the clip that lie further apart, so that light comes in and goes out."""
    return c.clip.exposed(frames=c.clip.frames, rate=1.3)


@recipe("brightness-pumps")
def pumps_own(c):
    light = travelling(c)
    a = c.world.a(f"{c.clip.name}-travel-sdr", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(mapped(light)), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    return a, c.np(L.bt1886_inverse(adaptive(c, light, c.pick(0.6, 0.9))), SDR, 8, "yuv420p", "tpdf"), "tone mapping that follows each frame's peak and mean"


@recipe("brightness-pumps")
def pumps_eq(c):
    tags, a = c.some_sdr()
    gamma = c.pick(0.10, 0.16, 0.22)
    vf = f"eq=gamma='1+{gamma}*sin(n*{c.pick(1.1, 2.1, 2.9)}+{c.pick(0, 1)})':eval=frame"
    return a, c.re(a, "format=yuv420p," + vf, tags, tags, "yuv420p"), "FFmpeg's eq with a gamma that changes with each frame"


@recipe("brightness-pumps")
def pumps_exposure(c):
    """Light times a gain that changes with each frame, before the curve."""
    hdr = c.rng.random() < 0.5
    light = c.clip.exposed()[:c.clip.frames]
    rng = np.random.default_rng(c.index)
    kind = c.pick("random", "wave", "step")
    n = c.clip.frames
    swing = c.pick(0.12, 0.2, 0.35)
    gains = {"random": 1 + swing * rng.uniform(-1, 1, n), "wave": 1 + swing * np.sin(np.arange(n) * 1.7), "step": 1 + swing * (np.arange(n) // 2 % 2)}[kind]
    light = light * gains.astype(np.float32)[:, None, None, None]
    if hdr:
        tags, a = c.world.pq(c.clip)
        c.hdr_codec()
        return a, c.np(L.pq_signal(light), PQ, 10, "yuv420p10le"), f"PQ, exposure of each frame: {kind} of {swing}"
    tags, a = c.world.sdr(c.clip)
    return a, c.np(L.bt1886_inverse(mapped(light)), SDR, 8, "yuv420p", "tpdf"), f"SDR, exposure of each frame: {kind} of {swing}"


@recipe("brightness-pumps")
def pumps_normalize(c):
    """FFmpeg's normalize stretches each frame by itself; noise in peaks moves it."""
    light = travelling(c)
    a = c.world.a(f"{c.clip.name}-travel-sdr", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(mapped(light)), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    peaks = [int(x) for x in np.random.default_rng(c.index).integers(190, 256, 12)]
    means = light.mean((1, 2, 3))
    gain = "+".join(f"eq(n,{i})*{(float(means.mean() / m) ** 0.8) * (1 + 0.06 * (-1) ** i):.4f}" for i, m in enumerate(means))
    vf = f"format=yuv420p,geq=lum='clip((lum(X,Y)-16)*({gain.replace('eq(n,', 'eq(N,')})+16,16,235)':cb='cb(X,Y)':cr='cr(X,Y)'"
    return a, c.re(a, vf, SDR, SDR, "yuv420p"), "each frame scaled to the same mean level"


# ---------------------------------------------------------------- metadata

def with_static(c, kind="pq", codec="x265-18", ending="mkv", light=STATIC):
    """HEVC without B-frames, so that it can be put in another container from a bare stream."""
    tags = PQ if kind == "pq" else HLG
    def signal():
        return L.pq_signal(c.clip.exposed()[:c.clip.frames]) if kind == "pq" else L.hlg_signal(np.minimum(c.clip.exposed()[:c.clip.frames], 1000))
    return tags, c.world.a(f"{c.clip.name}-{kind}-{'static' if light else 'bare'}-{codec}", lambda out: c.world.write(
        out, L.packed(signal(), tags, 10), c.clip.size, "yuv420p10le", tags, codec, static=(*(light or ()), "bframes=0"), extra=["-tag:v", "hvc1"] if ending == "mp4" else ()), ending)


def stream_md5(path):
    return run(["ffmpeg", "-v", "error", "-i", path, "-map", "0:v:0", "-f", "md5", "-"])


def statements(path):
    """What ffprobe finds stated, in the container or in the first frame."""
    text = run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_streams", "-show_frames", path]).decode()
    wanted = ("color_transfer=", "color_primaries=", "color_space=", "max_luminance=", "max_content=")
    return {t.strip() for t in text.splitlines() if t.startswith(wanted) and "unknown" not in t}


def stripped(c, a, how, bsf, gone):
    """The stream copied by way of a bare stream, so that neither it nor a container states what is gone."""
    kind = "hevc" if "x265" in a.name else "h264"
    bare, b = c.world.out / "b" / f".{c.name}.{kind}", c.world.out / "b" / f"{c.name}{a.suffix}"
    ffmpeg("-i", a, "-map", "0:v:0", "-c", "copy", "-bsf:v", f"{kind}_mp4toannexb,{bsf}", "-f", kind, bare)
    try:
        ffmpeg("-fflags", "+genpts", "-r", "25", "-i", bare, "-c", "copy", *(["-tag:v", "hvc1"] if (kind, a.suffix) == ("hevc", ".mp4") else []), b)
    finally:
        bare.unlink()
    if stream_md5(a) != stream_md5(b):
        raise Drop("the pixels differ")
    one, two = statements(a), statements(b)
    if any(t.startswith(gone) for t in two) or not any(t.startswith(gone) for t in one):
        raise Drop("still stated, or never was: " + " ".join(sorted(two)))
    c.codec = "copy"
    return a, b, how, {"equal": True}


SEI = "filter_units=remove_types=39|40"


@recipe("metadata-stripped")
def strip_sei(c):
    tags, a = with_static(c, codec=c.pick("x265-18", "x265-23"), ending=c.pick("mkv", "mp4"))
    return stripped(c, a, f"mastering display and MaxCLL removed: {SEI}", SEI, ("max_luminance", "max_content"))


@recipe("metadata-stripped")
def strip_transfer(c):
    kind = c.pick("pq", "hlg")
    tags, a = with_static(c, kind=kind, light=STATIC if kind == "pq" else None)
    return stripped(c, a, f"the transfer, {tags['t']}, is unspecified", (SEI + "," if kind == "hlg" else "") + "hevc_metadata=transfer_characteristics=2", ("color_transfer",))


@recipe("metadata-stripped")
def strip_all(c):
    kind = c.pick("pq", "hlg")
    tags, a = with_static(c, kind=kind, ending=c.pick("mkv", "mp4"))
    return stripped(c, a, "all color tags are unspecified, and SEI removed", SEI + ",hevc_metadata=transfer_characteristics=2:colour_primaries=2:matrix_coefficients=2",
                    ("color_", "max_"))


@recipe("metadata-stripped")
def strip_sdr(c):
    codec = c.pick("x264-18", "x264-23")
    what = c.pick("", ":matrix_coefficients=2")
    ending = c.pick("mkv", "mp4")
    a = c.world.a(f"{c.clip.name}-sdr-{codec}-bare", lambda out: c.world.write(
        out, L.packed(c.world.sdr_signal(c.clip), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, codec, extra=["-bf", "0"]), ending)
    return stripped(c, a, "SDR without tags" if what else "SDR without transfer and primaries", "h264_metadata=transfer_characteristics=2:colour_primaries=2" + what,
                    ("color_",) if what else ("color_transfer", "color_primaries"))


@recipe("metadata-stripped")
def strip_recoded(c):
    """Recoded without loss; the encoder was not told the metadata."""
    tags, a = with_static(c, codec="x265-18")
    c.codec = "ffv1"
    b = c.world.convert(c.out("mkv"), a, None, tags, "ffv1", "yuv420p10le")
    return a, b, "recoded to FFV1 without mastering display and MaxCLL", {"equal": stream_md5(a) == stream_md5(b) and not any(t.startswith("max_") for t in statements(b))}


# ---------------------------------------------------------------- mapped twice

@recipe("mapped-twice")
def twice_chain(c):
    tags, hdr = c.world.pq(c.clip)
    curve = c.pick("hable", "mobius", "reinhard", "hable")
    _, a = c.world.hable(c.clip, curve=curve)
    return a, c.re(hdr, chain(tags, curve, twice=True), SDR, tags, "yuv420p"), f"{curve} twice in FFmpeg's chain"


@recipe("mapped-twice")
def twice_own(c):
    _, a = c.world.sdr(c.clip)
    once = mapped(c.clip.exposed()[:c.clip.frames])
    light = L.primaries(once, "bt709", "bt2020") * L.WHITE
    return a, c.np(L.bt1886_inverse(mapped(light, white=c.pick(203, 1000, 400))), SDR, 8, "yuv420p", "tpdf"), "Reinhard's curve on what was mapped already"


@recipe("mapped-twice")
def twice_sdr_again(c):
    """SDR put in a linear chain again, as if it were HDR."""
    tags, a = c.some_sdr()
    curve = c.pick("hable", "reinhard", "mobius")
    vf = zscale(tags, {"t": "linear"}) + f",format=gbrpf32le,tonemap={curve}:desat=0:peak={c.pick(5, 10)},zscale=t=bt709:m=bt709:r=limited:c=left"
    return a, c.re(a, vf, SDR, tags, "yuv420p"), f"SDR mapped again by tonemap={curve}"


@recipe("mapped-twice")
def twice_tonemap(c):
    """To PQ of a dim display by tonemap, then to SDR as if it still reached 1000 cd/m2."""
    tags, hdr = c.world.pq(c.clip)
    _, a = c.world.toned(c.clip, hdr=hdr)
    peak = c.pick(250, 300, 400)
    dim = c.world.a(f"{c.clip.name}-pq-dim{peak}", lambda out: c.world.by_tonemap(out, hdr, "ffv1", ["--to", "pq", "--target-peak", str(peak)]))
    plain = c.world.toned(c.clip, hdr=dim, arguments=["--source-peak", "1000"])[1]
    return a, c.re(plain, None, SDR, SDR, "yuv420p"), f"mapped by tonemap to PQ of {peak} cd/m2, then to SDR with --source-peak 1000"


# ---------------------------------------------------------------- clean

@recipe("clean")
def clean_recoded(c):
    tags, a = c.any()
    c.codec = c.pick("x264-18", "x264-23") if c.codec in ("ffv1", "q0") else c.codec
    return a, c.re(a, None, tags, tags, scale=False), "recoded"


@recipe("clean")
def clean_scaled(c):
    tags, a = c.any()
    w, h = c.clip.size
    f = c.pick(0.5, 2 / 3, 1.5)
    c.scaled = (int(w * f) // 2 * 2, int(h * f) // 2 * 2)
    vf = zscale(tags, {}, w=c.scaled[0], h=c.scaled[1], f=c.pick("bilinear", "bicubic", "spline36", "lanczos"))
    return a, c.world.convert(c.out(), a, vf, tags, c.codec, L.probe(a)["pix_fmt"]), f"scaled by {f:.2f}"


@recipe("clean")
def clean_dithered(c):
    """Another dither."""
    if c.rng.random() < 0.5:
        tags, a = c.world.sdr(c.clip, dither=c.pick("tpdf", "half"))
        c.lossless()
        data = L.packed(c.world.sdr_signal(c.clip), SDR, 8, "420", "tpdf", seed=77)
        return a, c.world.write(c.out(), data, c.clip.size, "yuv420p", SDR, c.codec), "dithered with other noise"
    tags, hdr = c.world.pq(c.clip)
    _, a = c.world.toned(c.clip, hdr=hdr)
    plain = c.world.toned(c.clip, hdr=hdr, arguments=["--dither", "ordered"])[1]
    c.lossless()
    return a, c.re(plain, None, SDR, SDR, "yuv420p", scale=False), "ordered dither instead of blue noise"


@recipe("clean")
def clean_container(c):
    tags, a = c.any(codec="x264-18") if c.rng.random() < 0.5 else c.world.hlg(c.clip, codec="x264-18")
    b = c.world.out / "b" / f"{c.name}.{c.pick('mp4', 'mov')}"
    ffmpeg("-i", a, "-map", "0:v:0", "-c", "copy", b)
    c.codec = "copy"
    return a, b, "another container"


@recipe("clean")
def clean_range(c):
    tags, a = c.any()
    return a, c.re(a, zscale(tags, {"r": "pc"}), dict(tags, r="pc"), tags), "narrow converted to full, tagged so"


@recipe("clean")
def clean_range_back(c):
    tags, a = c.world.sdr(c.clip, tags=dict(SDR, r="pc"), bits=c.pick(8, 10))
    return a, c.re(a, zscale(tags, {"r": "tv"}), dict(tags, r="tv"), tags), "full converted to narrow, tagged so"


@recipe("clean")
def clean_matrix(c):
    tags, a = c.some_sdr() if c.rng.random() < 0.6 else c.world.sdr(c.clip, tags=SDR601)
    m = c.pick("smpte170m", "bt2020nc") if tags["m"] == "bt709" else "bt709"
    return a, c.re(a, zscale(tags, dict(tags, m=m)), dict(tags, m=m), tags), f"matrix converted from {tags['m']} to {m}, tagged so"


@recipe("clean")
def clean_primaries(c):
    tags, a = c.world.sdr(c.clip, tags=c.pick(SDR, SDR2020, SDRP3), bits=10)
    if tags["p"] == "bt709":
        new = c.pick(SDR2020, SDRP3)
    else:
        new = SDR  # the colors come from BT.709, so nothing is clipped
    given = dict(tags, t="bt709")
    return a, c.re(a, zscale(given, dict(new, t="bt709")), dict(new, t="bt709"), tags, "yuv420p10le"), f"primaries converted from {tags['p']} to {new['p']}"


@recipe("clean")
def clean_hlg_pq(c):
    light = np.minimum(c.clip.exposed()[:c.clip.frames], 950)
    _, h = c.world.hlg(c.clip)
    signal = hlg_pq(c, False)[1]
    c.hdr_codec()
    if c.rng.random() < 0.5:
        return h, c.np(L.pq_signal(L.hlg_light(signal)), PQ, 10, "yuv420p10le"), "HLG converted to PQ of 1000 cd/m2"
    c.codec = "x265-18"
    return h, c.world.by_tonemap(c.out("mkv"), h, "x265-18", ["--to", "pq", "--tone-mapping", "none", "--target-peak", "1000"]), "HLG converted to PQ by tonemap"


@recipe("clean")
def clean_pq_hlg(c):
    name = f"{c.clip.name}-pq-under-1000"
    light = np.minimum(c.clip.exposed()[:c.clip.frames], 1000)
    a = c.world.a(name, lambda out: c.world.write(out, L.packed(L.pq_signal(light), PQ, 10), c.clip.size, "yuv420p10le", PQ, "ffv1"))
    # HLG cannot hold every color of PQ at its peak: only clips that survive the way there and back.
    back = L.hlg_light(L.hlg_signal(light[:1]))
    if L.delta_e_itp(light[:1], back).mean() > 0.3:
        raise Drop("HLG cannot hold this clip")
    c.hdr_codec()
    return a, c.np(L.hlg_signal(light), HLG, 10, "yuv420p10le"), "PQ converted to HLG of 1000 cd/m2"


@recipe("clean")
def clean_depth(c):
    tags, a = c.world.sdr(c.clip, bits=10, dither=c.pick(None, "tpdf"))
    return a, c.re(a, zscale(tags, {}, d=c.pick("random", "error_diffusion")), tags, tags, "yuv420p"), "10 bits to 8 with dither"


@recipe("clean")
def clean_chroma_format(c):
    tags, a = c.any()
    deep = "10" in L.probe(a)["pix_fmt"]
    fmt = c.pick("yuv444p", "yuv422p") + ("10le" if deep else "")
    c.codec = c.codec.replace("q0", "ffv1")
    return a, c.re(a, zscale(tags, {}, f="bilinear"), dict(tags, loc="left" if "422" in fmt else tags["loc"]), tags, fmt), f"4:2:0 to {fmt}"


@recipe("clean")
def clean_siting(c):
    right, new = sites(c)
    tags, a = sited(c, right)
    vf = zscale(tags, dict(tags, loc=new), f="bilinear")
    return a, c.re(a, vf, dict(tags, loc=new), tags, scale=False), f"chroma moved from {right} to {new}, tagged so"


@recipe("clean")
def clean_fields(c):
    even_lines(c)
    order = c.pick(0, 1)
    a = fields(c, f"{c.clip.name}-fields{order}", woven(c, order), field=("tff", "bff")[order])
    c.field = ("tff", "bff")[order]
    c.codec = c.pick("ffv1", "q0", "x264-18")
    return a, c.world.convert(c.out("mkv"), a, None, SDR, c.codec, "yuv420p", field=c.field, extra=["-flags", "+ildct+ilme"] if c.codec.startswith("x264") else ()), "interlaced, recoded as interlaced"


@recipe("clean")
def clean_trimmed(c):
    """A frame is missing at the start, and times say so."""
    hdr = c.rng.random() < 0.4
    tags, fmt = (PQ, "yuv420p10le") if hdr else (SDR, "yuv420p")
    long = more(c, tags, hdr)
    a = c.world.a(f"{long.stem}-from0", lambda out: c.world.convert(out, long, cut(c, long, 0, tags, fmt), tags, "ffv1", fmt))
    if c.rng.random() < 0.5:
        return a, c.world.convert(c.out("mkv"), a, f"trim=end_frame={c.clip.frames - 1}", tags, c.codec, fmt), "the last frame is missing"
    b = c.world.convert(c.out("mkv"), a, "trim=start_frame=1", tags, c.codec, fmt, extra=["-copyts", "-avoid_negative_ts", "disabled"])
    return a, b, "the first frame is missing, times kept"


@recipe("clean")
def clean_rgb(c):
    tags, a = c.some_sdr()
    c.codec = "ffv1"
    fmt = "gbrp10le" if "10" in L.probe(a)["pix_fmt"] else "gbrp"
    new = dict(tags, m="gbr", r="pc")
    return a, c.re(a, zscale(tags, {"m": "gbr", "r": "pc"}, f="bilinear"), new, tags, fmt, scale=False), "as R'G'B'"


@recipe("clean")
def clean_srgb(c):
    tags, a = c.world.sdr(c.clip, bits=10)
    new = dict(SDR, t="iec61966-2-1")
    signal = L.srgb_inverse(L.bt1886(c.world.sdr_signal(c.clip)))
    return a, c.np(signal, new, 10, "yuv420p10le", "tpdf"), "encoded with sRGB, tagged so"


@recipe("clean")
def clean_sdr_pq(c):
    tags, a = c.world.sdr(c.clip, bits=10)
    light = L.WHITE * L.primaries(L.bt1886(c.world.sdr_signal(c.clip)), "bt709", "bt2020")
    c.hdr_codec()
    return a, c.np(L.pq_signal(light), PQ, 10, "yuv420p10le"), "SDR as PQ with white at 203 cd/m2"


# ---------------------------------------------------------------- harder siblings: faults before the mapping, weak faults

def mapped_after(c, fault, source=None, given=None, curve=None):
    """A is mapped to SDR by FFmpeg's chain; B by the same chain, whose input was misread."""
    tags, hdr = source or c.world.pq(c.clip)
    curve = curve or c.pick("hable", "mobius", "reinhard")
    a = c.world.a(f"{hdr.stem}-{curve}", lambda out: c.world.convert(out, hdr, chain(tags, curve), SDR, "ffv1", "yuv420p"))
    return a, c.re(hdr, chain(dict(tags, **fault), curve), SDR, tags, "yuv420p")


@recipe("range-as-full", hard=True)
def hard_full_mapped(c):
    a, b = mapped_after(c, {"r": "pc"})
    return a, b, "PQ's narrow codes read as full, then mapped to SDR"


@recipe("matrix", hard=True)
def hard_matrix_mapped(c):
    a, b = mapped_after(c, {"m": c.pick("bt709", "smpte170m")})
    return a, b, "PQ read with another matrix, then mapped to SDR"


@recipe("hlg-as-pq", hard=True)
def hard_hlg_mapped(c):
    a, b = mapped_after(c, {"t": "smpte2084"}, c.world.hlg(c.clip))
    return a, b, "HLG read as PQ, then mapped to SDR"


@recipe("pq-as-hlg", hard=True)
def hard_pq_mapped(c):
    a, b = mapped_after(c, {"t": "arib-std-b67"})
    return a, b, "PQ read as HLG, then mapped to SDR"


@recipe("hlg-ootf-per-channel", hard=True)
def hard_ootf_mapped(c):
    h, signal = hlg_pq(c, False)
    a = c.world.a(f"{c.clip.name}-hlg-mapped", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(mapped(L.hlg_light(signal))), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    return a, c.np(L.bt1886_inverse(mapped(L.hlg_light(signal, per_channel=True))), SDR, 8, "yuv420p", "tpdf"), "HLG with the gamma on each channel, then mapped to SDR"


@recipe("chroma-siting", hard=True)
def hard_siting_both(c):
    right, wrong = c.pick(("topleft", "center"), ("center", "topleft"))
    tags, a = sited(c, right)
    return a, c.re(a, None, dict(tags, loc=wrong), tags, scale=False), f"chroma is {right}, tagged {wrong}"


@recipe("pq-peak", hard=True)
def hard_peak_small(c):
    tags, a = c.world.pq(c.clip)
    k = c.pick(1.15, 0.85, 3, 1.6, 0.7, 1 / 3)
    return a, c.np(pq_of(c, k), tags, 10, "yuv420p10le"), f"light is {k:.2f} times A's"


@recipe("reference-white", hard=True)
def hard_white_mapped(c):
    """Mapped by FFmpeg's chain with npl=100 instead of 203."""
    tags, hdr = c.world.pq(c.clip)
    k = c.pick(2.03, 1 / 2.03)
    light = c.clip.exposed()[:c.clip.frames]
    clipped = np.clip(L.primaries(light / L.WHITE, "bt2020", "bt709"), 0, 1)
    a = c.world.a(f"{c.clip.name}-clip203", lambda out: c.world.write(
        out, L.packed(L.bt1886_inverse(clipped), SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    other = np.clip(L.primaries(light * k / L.WHITE, "bt2020", "bt709"), 0, 1)
    return a, c.np(L.bt1886_inverse(other), SDR, 8, "yuv420p", "tpdf"), f"PQ clipped to SDR with white at {203 / k:.0f} cd/m2 instead of 203"


@recipe("frame-offset", hard=True)
def hard_offset_slow(c):
    """Slow motion: about a quarter of the other clips'."""
    signal = L.bt1886_inverse(mapped(c.clip.exposed(rate=0.25)))
    n, k = c.clip.frames, c.pick(1, 2)
    first_a, first_b = c.pick((0, k), (k, 0))
    a = c.world.a(f"{c.clip.name}-slow-from{first_a}", lambda out: c.world.write(
        out, L.packed(signal[first_a:first_a + n], SDR, 8, "420", "tpdf"), c.clip.size, "yuv420p", SDR, "ffv1"))
    return a, c.np(signal[first_b:first_b + n], SDR, 8, "yuv420p", "tpdf"), f"slow motion, {k} frame(s) {'early' if first_b else 'late'}"


@recipe("brightness-pumps", hard=True)
def hard_pumps_slow(c):
    """Brightness that goes up and down over several frames, as an adaptive curve with some smoothing does."""
    tags, a = c.world.sdr(c.clip)
    n = c.clip.frames
    gains = 1 + c.pick(0.1, 0.2) * np.sin(np.arange(n) * c.pick(0.9, 1.2))
    light = c.clip.exposed()[:n] * gains.astype(np.float32)[:, None, None, None]
    return a, c.np(L.bt1886_inverse(mapped(light)), SDR, 8, "yuv420p", "tpdf"), "exposure that goes up and down over several frames"


@recipe("clean", hard=True)
def clean_twice(c):
    """Two generations."""
    tags, a = c.any()
    first = c.world.out / "b" / f".{c.name}.mkv"
    c.world.convert(first, a, None, tags, "x264-23", L.probe(a)["pix_fmt"])
    try:
        return a, c.re(first, None, tags, tags, L.probe(a)["pix_fmt"], scale=True), "coded twice"
    finally:
        first.unlink()


@recipe("clean", hard=True)
def clean_down_and_up(c):
    tags, a = c.any()
    w, h = c.clip.size
    vf = zscale(tags, {}, w=w // 4 * 2, h=h // 4 * 2, f="bicubic") + "," + zscale(tags, {}, w=w, h=h, f="bicubic")
    c.scaled = (w, h)
    b = c.world.convert(c.out(), a, vf, tags, c.codec, L.probe(a)["pix_fmt"])
    return a, b, "scaled to half and back: without its fine detail"
