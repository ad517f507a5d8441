"""Pairs without a fault of color: correct work, merely different work, another picture, and frames that are lost."""
from making import FRAMES, HLG, PQ, SDR, SDR2020, SDRP3, Case, chain, ffmpeg, hdr_to, linear, plain, probe, recipe, setparams, zscale

OURS = ("spline", "bt2390", "bt2446a", "hable", "reinhard", "mobius")
FFMPEG = ("hable", "mobius", "reinhard", "linear", "clip", "gamma")
PLACEBO = ("bt.2390", "bt.2446a", "spline", "reinhard", "mobius", "hable", "clip", "linear")


def placebo(tags, filters, fmt):
    return setparams(tags) + f",hwupload,libplacebo={filters}:format={fmt},hwdownload"


SRGB = dict(SDR, t="iec61966-2-1")
VULKAN = ["-init_hw_device", "vulkan=vk:0"]
TO_SDR = "colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"

# ---------------------------------------------------------------- HDR and its SDR


@recipe("correct HDR to SDR", 24, hdr=True)
def ours(c):
    tags, a = c.hdr()
    arguments = c.pick(*[["--tone-mapping", t] for t in (*OURS, "clip")], ["--dynamics", "frame"], ["--dynamics", "scene"])
    return a, c.tonemap(a, *arguments), f"tonemap {' '.join(arguments)}"


@recipe("correct HDR to SDR", 30, hdr=True)
def by_ffmpeg(c):
    tags, a = c.hdr()
    curve, npl = FFMPEG[c.index // 2 % 6], c.pick(100, 203)
    return a, c.re(a, chain(tags, curve, npl), SDR, c.pick("yuv420p", "yuv420p", "yuv420p10le")), f"zscale, tonemap={curve}, npl={npl}"


@recipe("correct HDR to SDR", 6, hdr=True)
def by_zscale(c):
    tags, a = c.hdr()
    npl = c.pick(100, 203)
    return a, c.re(a, linear(tags, npl) + "," + zscale({"t": "linear", "p": "bt709"}, SDR), SDR, "yuv420p"), f"zscale alone, npl={npl}"


@recipe("correct HDR to SDR", 16, hdr=True)
def by_placebo(c):
    tags, a = c.hdr()
    curve = PLACEBO[c.index // 2 % 8]
    return a, c.re(a, placebo(tags, f"tonemapping={curve}:{TO_SDR}", "yuv420p"), SDR, "yuv420p", before=VULKAN), f"libplacebo {curve}"


@recipe("correct HDR to SDR", 6, hdr=True)
def fades(c):
    tags, a = c.hdr()
    a = c.cached(f"{a.stem}-still-fade", lambda out: c.write(out, a, f"loop={FRAMES - 1}:1:0,trim=end_frame={FRAMES},fade=out:2:8", tags, "yuv420p10le", "ffv1"))
    if c.rng.random() < 0.5:
        return a, c.tonemap(a, "--tone-mapping", c.pick(*OURS)), "a still that fades, mapped by tonemap"
    return a, c.re(a, chain(tags, c.pick("hable", "mobius")), SDR, "yuv420p"), "a still that fades, mapped by FFmpeg"


@recipe("correct HDR to SDR", 28, hdr=True)
def whole(c):
    """A whole frame of the clip, in its own size and light."""
    c.size = None
    tags, a = c.native()
    way = c.pick("own", "own", "ffmpeg", "ffmpeg", "placebo")
    if way == "own":
        curve = c.pick(*OURS)
        return a, c.tonemap(a, "--tone-mapping", curve), f"a whole frame by tonemap {curve}"
    vf = chain(tags, c.pick(*FFMPEG), c.pick(100, 203)) if way == "ffmpeg" else placebo(tags, f"tonemapping={c.pick(*PLACEBO)}:{TO_SDR}", "yuv420p")
    return a, c.re(a, vf, SDR, "yuv420p", before=VULKAN), f"a whole frame by {way}: {vf}"


@recipe("correct SDR to HDR", 8)
def up_by_zscale(c):
    tags, a = c.sdr()
    want = c.pick(PQ, HLG)
    return a, c.re(a, zscale(tags, {"t": "linear"}, npl=203) + ",format=gbrpf32le," + zscale({"t": "linear", "p": "bt709"}, want, npl=203, agamma="false"), want, "yuv420p10le"), f"SDR to {want['t']} by zscale, white at 203"


@recipe("correct SDR to HDR", 6)
def up_by_tonemap(c):
    tags, a = c.sdr()
    more = c.pick([], ["--expand-highlights"])
    return a, c.tonemap(a, "--to", c.pick("pq", "hlg"), *more), f"SDR to HDR by tonemap {' '.join(more)}"


# ---------------------------------------------------------------- two of one kind

@recipe("correct coding", 30)
def coded(c):
    tags, a = c.any()
    c.codec = ("x264-18", "x264-23", "x265-18", "x265-23", "svt-30", "vp9-28", "x264-28", "aom-30", "x265-28")[c.index // 2 % 9]
    return a, c.re(a, None, tags), f"coded by {c.codec}"


@recipe("correct coding", 6)
def grain(c):
    tags, a = c.any()
    a = c.cached(f"{a.stem}-grain", lambda out: c.write(out, a, "noise=alls=6:allf=t", tags, probe(a)["pix_fmt"], "ffv1"))
    c.codec = c.pick("x264-23", "x264-28", "x265-28")
    return a, c.re(a, c.pick(None, "hqdn3d=2"), tags), "grain, coded or without it"


@recipe("correct coding", 4)
def container(c):
    tags, a = c.any()
    a = c.cached(f"{a.stem}-x264", lambda out: c.write(out, a, None, tags, probe(a)["pix_fmt"], "x264-18"))
    b = c.out(c.pick("mp4", "mov"))
    ffmpeg("-i", a, "-c", "copy", b)
    return a, b, "another container"


@recipe("correct coding", 8)
def flat(c):
    tags = c.pick(SDR, PQ, HLG)
    text = ",drawtext=text=TITLE:fontsize=h/5:x=(w-tw)/2:y=(h-th)/2:fontcolor=gray" if c.index % 4 < 2 else ""
    fmt = "yuv420p" if tags is SDR else "yuv420p10le"
    w, h = c.size
    a = c.cached(f"flat-{tags['t']}-{w}-{bool(text)}", lambda out: c.write(out, f"color=black:s={w}x{h}:r=25", f"trim=end_frame={FRAMES}" + text, tags, fmt, "ffv1", before=["-f", "lavfi"]))
    if tags is not SDR and c.rng.random() < 0.5:
        return a, c.tonemap(a), "black or a title, mapped by tonemap"
    c.codec = c.pick("x264-23", "x265-23")
    return a, c.re(a, None, tags), "black or a title, coded"


@recipe("correct other operator", 24, hdr=True)
def operators(c):
    tags, hdr = c.hdr()
    n = c.index // 2
    one, two = OURS[n % 6], OURS[(n + 1 + n // 6) % 6]
    return c.tonemap(hdr, "--tone-mapping", one, keep=True), c.tonemap(hdr, "--tone-mapping", two), f"tonemap's {one} and {two}"


@recipe("correct other operator", 16, hdr=True)
def tools(c):
    tags, hdr = c.hdr()
    own, curve = c.pick(*OURS), c.pick("hable", "mobius", "reinhard", "gamma")
    a = c.tonemap(hdr, "--tone-mapping", own, keep=True)
    if c.index % 4 < 2:
        return a, c.re(hdr, placebo(tags, f"tonemapping={c.pick(*PLACEBO)}:{TO_SDR}", "yuv420p"), SDR, "yuv420p", before=VULKAN), f"tonemap's {own} and libplacebo"
    return a, c.re(hdr, chain(tags, curve, c.pick(100, 203)), SDR, "yuv420p"), f"tonemap's {own} and FFmpeg's {curve}"


@recipe("correct other operator", 8, hdr=True)
def curves(c):
    tags, hdr = c.hdr()
    one, two = c.rng.sample(("hable", "mobius", "reinhard", "clip"), 2)
    return c.sdr(curve=one)[1], c.re(hdr, chain(tags, two), SDR, "yuv420p"), f"FFmpeg's {one} and {two}"


@recipe("correct other operator", 6, hdr=True)
def variants(c):
    tags, hdr = c.hdr()
    how = c.pick(["--tone-mapping-variant", "rgb"], ["--tone-mapping-variant", "maxrgb"], ["--gamut-mapping", "clip"], ["--gamut-mapping", "desaturate"], ["--dynamics", "frame"], ["--target-peak", "300", "--to", "pq"])
    a = c.tonemap(hdr, *(["--to", "pq"] if "pq" in how else []), keep=True)
    return a, c.tonemap(hdr, *how), f"tonemap and tonemap {' '.join(how)}"


@recipe("correct grade", 8)
def grade(c):
    tags, a = c.sdr()
    vf = c.pick("curves=preset=medium_contrast", "eq=saturation=1.2", "curves=m='0/0 0.3/0.4 1/1'", "eq=gamma=1.15", "colorbalance=rm=0.1:bm=-0.1", "eq=contrast=1.15")
    return a, c.re(a, vf + ",scale=out_color_matrix=bt709:out_range=tv", tags, "yuv420p"), f"graded by {vf}"


plain("correct HLG and PQ", 8, "HLG to PQ of 1000 cd/m² by zscale", lambda c: c.hdr(HLG), lambda c, t: hdr_to(HLG, PQ), lambda c, t: PQ, hdr=True)


@recipe("correct HLG and PQ", 4, hdr=True)
def pq_hlg(c):
    _, a = c.hdr(HLG)
    pq = c.cached(f"{a.stem}-back-pq", lambda out: c.write(out, a, hdr_to(HLG, PQ), PQ, "yuv420p10le", "ffv1"))
    return pq, c.re(a, None, HLG), "PQ and HLG of the same light"


@recipe("correct HLG and PQ", 8, hdr=True)
def hdr_by_tonemap(c):
    tags, a = c.hdr()
    to = ["--to", "pq", "--target-peak", "1000"] if tags["t"] != "smpte2084" else ["--to", "hlg"]
    return a, c.tonemap(a, *to), f"{tags['t']} by tonemap {' '.join(to)}"


plain("correct HLG and PQ", 4, "HLG to PQ by libplacebo", lambda c: c.hdr(HLG), lambda c, t: placebo(t, "color_trc=smpte2084:color_primaries=bt2020:colorspace=bt2020nc:range=tv", "yuv420p10le"),
      lambda c, t: PQ, hdr=True, before=VULKAN)

# ---------------------------------------------------------------- conversions that are tagged

SWS = ":flags=accurate_rnd+bicubic"
plain("correct conversion", 8, "narrow to full range", Case.any, lambda c, t: c.pick(zscale(t, {"r": "pc"}), "scale=in_range=tv:out_range=pc" + SWS), lambda c, t: dict(t, r="pc"))
plain("correct conversion", 4, "full to narrow range", lambda c: c.sdr(dict(SDR, r="pc")), lambda c, t: zscale(t, SDR), lambda c, t: SDR)


@recipe("correct conversion", 8)
def matrices(c):
    tags, a = c.sdr(bits=c.pick(8, 10))
    if c.rng.random() < 0.5:
        return a, c.re(a, "scale=in_color_matrix=bt709:out_color_matrix=smpte170m" + SWS, dict(tags, m="smpte170m")), "to BT.601 by scale"
    return a, c.re(a, zscale(tags, {"m": "bt2020nc"}), dict(tags, m="bt2020nc")), "to BT.2020's matrix by zscale"


@recipe("correct conversion", 6)
def gamuts(c):
    tags, a = c.sdr()
    want = c.pick(SDR2020, SDRP3)
    return a, c.re(a, zscale(tags, want, d="error_diffusion"), want, c.pick("yuv420p", "yuv420p10le")), f"to {want['p']} by zscale"


@recipe("correct conversion", 10)
def depths(c):
    tags, a = c.pick(lambda: c.sdr(bits=10), c.hdr, c.hdr)()
    fmt, c.codec = c.pick(("yuv420p", "x264-18"), ("yuv420p", "ffv1"), ("yuv420p12le", "ffv1"), ("yuv420p16le", "ffv1"))
    return a, c.re(a, zscale(tags, {}, d=c.pick("random", "error_diffusion", "ordered")), tags, fmt), f"{tags['t']} to {fmt} with dither"


plain("correct conversion", 8, "4:2:0 to 4:4:4 or 4:2:2", Case.any, lambda c, t: zscale(t, t, f=c.pick("bilinear", "bicubic")), fmt=lambda c, f: f.replace("420", c.pick("444", "422")))
plain("correct conversion", 6, "4:4:4 to 4:2:0", lambda c: c.sdr(sub="444", bits=c.pick(8, 10)), lambda c, t: c.pick("scale=out_h_chr_pos=0:out_v_chr_pos=128" + SWS, zscale(t, t, f="bicubic")),
      fmt=lambda c, f: f.replace("444", "420"))
plain("correct conversion", 4, "as R'G'B'", Case.sdr, lambda c, t: zscale(t, {"m": "gbr", "r": "pc"}, f="bilinear"), lambda c, t: dict(t, m="gbr", r="pc"), lambda c, f: "gbrp", codecs=("ffv1",))


@recipe("correct conversion", 6)
def sites(c):
    tags, a = c.any()
    loc = c.pick("center", "topleft")
    return a, c.re(a, zscale(tags, {"loc": loc}, f="bilinear"), dict(tags, loc=loc)), f"chroma moved to {loc}"


plain("correct conversion", 6, "to sRGB's curve by zscale", lambda c: c.sdr(bits=10), lambda c, t: zscale(t, SRGB), lambda c, t: SRGB)


@recipe("correct conversion", 10)
def scaled(c):
    tags, a = c.any()
    w, h = c.size
    W, H = c.pick((w // 4 * 2, h // 4 * 2), (w * 2 // 3 // 2 * 2, h * 2 // 3 // 2 * 2), (w * 3 // 2, h * 3 // 2 // 2 * 2))
    if c.rng.random() < 0.4:
        # Without a position, scale takes chroma for centered, and moves it by a part of a pixel.
        free = c.pick("", ":in_h_chr_pos=0:in_v_chr_pos=128:out_h_chr_pos=0:out_v_chr_pos=128")
        return a, c.re(a, f"scale={W}:{H}:flags=bicubic{free}", tags), f"scaled to {W}x{H} by scale{free}", {"expect": [] if free else ["nothing", "chroma-siting"]}
    return a, c.re(a, zscale(tags, tags, w=W, h=H, f=c.pick("bilinear", "bicubic", "spline36", "lanczos")), tags), f"scaled to {W}x{H} by zscale"


@recipe("correct conversion", 8)
def dithers(c):
    tags, deep = c.sdr(bits=10)
    kind = c.pick("random", "error_diffusion", "ordered")
    a = c.cached(f"{deep.stem}-{kind}", lambda out: c.write(out, deep, zscale(tags, {}, d=kind), tags, "yuv420p", "ffv1"))
    c.lossless()
    return a, c.re(deep, c.pick(zscale(tags, {}, d="none"), "scale=sws_dither=bayer:flags=accurate_rnd", "scale=sws_dither=none:flags=accurate_rnd"), tags, "yuv420p"), f"{kind} dither, and another or none"


@recipe("correct conversion", 6)
def deinterlaced(c):
    tags, a = c.fields()
    if c.rng.random() < 0.3:
        return a, c.re(a, None, tags, field="tff"), "interlaced, coded so"
    return a, c.re(a, c.pick("bwdif=0:0", "yadif=0:0"), tags, field="prog"), "deinterlaced"


@recipe("correct shape", 6)
def squared(c):
    tags, a = c.any()
    w, h = c.size
    a = c.cached(f"{a.stem}-anamorphic", lambda out: c.write(out, a, zscale(tags, tags, w=w * 3 // 4 // 2 * 2, h=h, f="bicubic") + f",setsar={w}/{w * 3 // 4 // 2 * 2}", tags, probe(a)["pix_fmt"], "ffv1"))
    return a, c.re(a, zscale(tags, tags, w=w, h=h, f="bicubic") + ",setsar=1", tags), "anamorphic, and with square pixels"


@recipe("correct shape", 8)
def portrait(c):
    tags, a = c.any()
    turn = c.pick(90, 270, 180)
    def matrix(out):
        c.write(out.with_suffix(".flat.mp4"), a, None, tags, probe(a)["pix_fmt"], "x264-18")
        ffmpeg("-i", out.with_suffix(".flat.mp4"), "-c", "copy", "-metadata:s:v", f"rotate={turn}", out)
    turned = c.cached(f"{a.stem}-shown{turn}", matrix, "mp4")
    if tags["t"] != "bt709" and c.rng.random() < 0.5:
        return turned, c.tonemap(turned), f"display matrix of {turn} degrees, and mapped by tonemap"
    return turned, c.re(turned, None, tags), f"display matrix of {turn} degrees, and turned by FFmpeg"


@recipe("correct shape", 4)
def large(c):
    c.size = (1920, 1080)
    tags, a = c.any()
    c.codec = c.pick("x264-23", "x265-23")
    return a, c.re(a, "trim=end_frame=2", tags, after=["-frames:v", "2"]), "1920x1080, coded", {"options": ["--frames", "2"]}
