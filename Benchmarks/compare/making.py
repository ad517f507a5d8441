"""The clips that pairs are made of, and what writes movies of them, all by FFmpeg and tonemap: see plant."""
import hashlib, json, os, pathlib, random, subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES, FRAMES = [(480, 270), (320, 180), (640, 360)], 12
STATIC = "master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(10000000,1):max-cll=993,119"

# name: (set, where it is, whether its colors are strong and sharp, by what its light is multiplied)
SOURCES = {
    "city": ("tune", "clip:s01_city_1024x512_1f_pq_yuv420p10le", False, 1),
    "studio": ("tune", "clip:s03_studio_1024x512_1f_pq_yuv420p10le", False, 4),
    "chart": ("tune", "clip:p02_android14_colorchart_1920x1080_1f_hlg_yuv420p10le", True, 1),
    "crane": ("tune", "clip:p03_android_hdr10av1_720x1280_1f_pq_yuv420p10le", False, 1),
    "valley": ("tune", "clip:p05_valley_mdcv_clli_1920x1080_1f_pq_yuv420p10le", True, 3),
    "room": ("tune", "clip:p09_room_hlg_photo_676x448_1f_hlg_yuv420p10le_derived", True, 1),
    "cutout": ("tune", "clip:p08_hdr_alpha_prores_180x240_2f_pq_yuv420p10le_derived", False, 1),
    "hand": ("tune", "movie:hlg10-color-test.mp4", True, 1),
    "window": ("tune", "file:apple_gainmap_new.jpg", True, 1),
    "cat": ("tune", "photo:chelsea.png", True, 1),
    "garage": ("tune", "photo:motorcycle_left.png", True, 1),
    "retina": ("tune", "photo:retina.jpg", False, 1),
    "forest": ("held", "clip:s02_forest_1024x512_1f_pq_yuv420p10le", False, 1),
    "morning": ("held", "clip:s04_morning_512x288_1f_pq_yuv420p10le", True, 1),
    "facade": ("held", "clip:p01_iphone14pro_dv84_1280x720_2f_hlg_yuv420p10le", False, 1),
    "bridge": ("held", "clip:p04_tos_s01_hdr10plus_1920x800_1f_pq_yuv420p10le", True, 1),
    "bricks": ("held", "clip:p06_lego_mkv_560x320_2f_pq_yuv420p10le", True, 3),
    "blocks": ("held", "clip:p10_libultrahdr_p010_1280x720_1f_hlg_p010le", True, 1),
    "patches": ("held", "clip:p07_colors_avif_200x200_1f_pq_yuv420p10le_derived", True, 1),
    "river": ("held", "file:seine_sdr_gainmap_srgb.jpg", False, 1),
    "astronaut": ("held", "photo:astronaut.png", True, 1),
    "coffee": ("held", "photo:coffee.png", True, 1),
    "rocket": ("held", "photo:rocket.jpg", False, 1),
    "tissue": ("held", "photo:ihc.png", True, 1),
}

PQ = {"p": "bt2020", "t": "smpte2084", "m": "bt2020nc", "r": "tv", "loc": "left"}
HLG = dict(PQ, t="arib-std-b67")
SDR = {"p": "bt709", "t": "bt709", "m": "bt709", "r": "tv", "loc": "left"}
SDR2020 = dict(PQ, t="bt709")
SDRP3 = dict(SDR, p="smpte432")

X265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:pools=1:frame-threads=1"]
CODECS = {
    "ffv1": ["-c:v", "ffv1", "-level", "3"],
    **{f"x264-{q}": ["-c:v", "libx264", "-preset", "veryfast", "-crf", str(q)] for q in (18, 23, 28)},
    **{f"x265-{q}": ["-crf", str(q), *X265] for q in (18, 23, 28)},
    "svt-30": ["-c:v", "libsvtav1", "-preset", "11", "-crf", "30"],
    "aom-30": ["-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "30", "-b:v", "0"],
    "vp9-28": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "28", "-b:v", "0"],
}


def run(command, data=None):
    done = subprocess.run([str(c) for c in command], input=data, capture_output=True, stdin=subprocess.DEVNULL if data is None else None,
                          env=dict(os.environ, SVT_LOG="1"))
    if done.returncode:
        raise RuntimeError(" ".join(map(str, command))[:1500] + "\n" + done.stderr.decode(errors="replace")[-800:])
    return done.stdout


def ffmpeg(*arguments, data=None):
    return run(["ffmpeg", "-v", "error", "-y", "-threads", "1", "-filter_threads", "1", *arguments], data)


def probe(path):
    return json.loads(run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height,pix_fmt,r_frame_rate", "-of", "json", path]))["streams"][0]


def setparams(tags, field=None):
    names = {"r": "range", "p": "color_primaries", "t": "color_trc", "m": "colorspace"}
    return "setparams=" + ":".join([f"{name}={tags[k]}" for k, name in names.items() if k in tags] + ([f"field_mode={field}"] if field else []))


def zscale(given, wanted, **more):
    """The filters that convert what has the tags `given` to `wanted`; what `wanted` lacks is left as it is."""
    parts = [f"cin={given['loc']}"] if "loc" in given else []
    parts += [f"{o}={wanted[k]}" for k, o in (("p", "p"), ("t", "t"), ("m", "m"), ("loc", "c"), ("r", "r")) if k in wanted]
    return setparams(given) + ",zscale=" + ":".join(parts + [f"{k}={v}" for k, v in more.items()])


def gained(tags, gain):
    """The light of a clip times `gain`, by two nominal peaks."""
    return zscale(tags, {"t": "linear"}, npl=100) + ",format=gbrpf32le," + zscale({"t": "linear", "p": tags["p"]}, tags, npl=100 * gain)


def linear(tags, npl):
    """Light in BT.709, 1 being `npl` cd/m²."""
    return zscale(tags, {"t": "linear"}, npl=npl, agamma="false") + ",format=gbrpf32le,zscale=p=bt709"


def hdr_to(tags, want, gain=1):
    """PQ to HLG or back by zscale, HLG's peak being 1000 cd/m², or that times `gain`."""
    return zscale(tags, {"t": "linear"}, npl=1000, agamma="false") + ",format=gbrpf32le," + zscale({"t": "linear", "p": "bt2020"}, want, npl=1000 * gain, agamma="false")


def chain(tags, curve="hable", npl=203, fault=None):
    """FFmpeg's usual filters from HDR to SDR."""
    light = linear(dict(tags, **(fault or {})), npl)
    return f"{light},tonemap={curve}:desat=0:peak={1000 / npl}," + zscale({"t": "linear", "p": "bt709"}, SDR)


def pan(size, source, rng):
    """Filters that scale a still and move a window over it, by even steps, so that nothing is interpolated."""
    (w, h), (W, H) = size, source
    factor = max(w / (0.65 * W), h / (0.75 * H))
    W, H = int(W * factor) // 2 * 2, int(H * factor) // 2 * 2
    dx, dy = min(rng.choice([2, 4, 6]), (W - w) // FRAMES // 2 * 2), min(rng.choice([0, 2, 2]), (H - h) // FRAMES // 2 * 2)
    x, y = rng.randrange(0, W - w - dx * FRAMES + 1, 2), rng.randrange(0, H - h - dy * FRAMES + 1, 2)
    dx, x = (dx, x) if rng.random() < 0.5 else (-dx, x + dx * FRAMES)
    return f":w={W}:h={H}:f=bicubic,loop={FRAMES - 1}:1:0,crop={w}:{h}:{x}+{dx}*n:{y}+{dy}*n"


class Case:
    """One pair: its source, its coding, and where its files go."""

    def __init__(self, world, code, index, vivid=False, hdr=False):
        self.world, self.index = world, index
        self.rng = random.Random(f"{code}/{index}")
        self.set = ("tune", "held")[index % 2]
        self.name = f"{code}-{index:03d}".replace(" ", "-")
        names = [n for n, (s, where, strong, _) in SOURCES.items() if s == self.set and (strong or not vivid) and (not hdr or where.startswith(("clip", "movie")))]
        names = random.Random(f"{code}/{self.set}").sample(names, len(names))
        self.source = names[index // 2 % len(names)]
        self.codec = self.pick("ffv1", "ffv1", "x264-18", "x264-23", "x265-18", "x265-23")
        self.size = SIZES[self.rng.choice([0, 1, 1, 2])]

    def pick(self, *choices):
        return self.rng.choice(choices)

    def lossless(self):
        self.codec = "ffv1"

    def cached(self, name, make, ending="mkv"):
        path = self.world.out / "a" / f"{name}.{ending}"
        if not path.exists():
            make(path)
        return path

    def out(self, ending="mkv"):
        return self.world.out / "b" / f"{self.name}.{ending}"

    # -- first clips: a source panned, in PQ, HLG or SDR

    def native(self):
        """The source in its own transfer function: a moving window or, without a size, the whole frame in its own light."""
        kind, _, where = SOURCES[self.source][1].partition(":")
        w, h = self.size or ("whole", None)
        rng = random.Random(f"{self.source}/{w}")
        name = f"{self.source}-{w}"
        if kind == "movie":
            file = self.world.corpus / "files" / where
            tags = HLG if "hlg" in where else PQ
            return tags, self.cached(name, lambda out: self.write(out, file, zscale(tags, {}, w=w, h=h, f="bicubic") if self.size else None, tags, "yuv420p10le", "ffv1", frames=FRAMES if self.size else 1))
        if kind == "clip":
            file = next(p for p in (ROOT / "Examples/clips" / (where + ".yuv.zst"), self.world.corpus / "clips" / (where + ".yuv.zst")) if p.exists())
            info = json.loads(pathlib.Path(str(file)[:-8] + ".json").read_text())
            W, H = info["width"], info["height"]
            tags = HLG if info["color"]["transfer"] == "arib-std-b67" else PQ
            gain = SOURCES[self.source][3]
            vf = zscale(tags, {}) + pan(self.size, (W, H), rng) + ("," + gained(tags, gain) if gain != 1 else "") if self.size else None
            raw = ["-f", "rawvideo", "-pix_fmt", info["pix_fmt"], "-s", f"{W}x{H}", "-r", "25"]
            return tags, self.cached(name, lambda out: self.write(out, "-", vf, tags, "yuv420p10le", "ffv1", before=raw, data=run(["zstd", "-dcq", file])[:W * H * 3]))
        file = (self.world.photos if kind == "photo" else self.world.corpus / "files") / where
        info = probe(file)
        vf = "format=gbrp," + zscale({"m": "gbr", "r": "pc", "p": "bt709", "t": "bt709"}, SDR) + pan(self.size, (info["width"], info["height"]), rng)
        return SDR, self.cached(name, lambda out: self.write(out, file, vf, SDR, "yuv420p", "ffv1", before=["-framerate", "25"], frames=FRAMES))

    def hdr(self, *kinds):
        """PQ or HLG, converted by zscale where the source is the other one, or SDR."""
        tags, path = self.native()
        want = self.pick(*(kinds or (PQ, HLG)))
        if tags["t"] == want["t"]:
            return tags, path
        name = f"{path.stem}-{want['t']}"
        vf = zscale(tags, {"t": "linear"}, npl=203, agamma="false") + ",format=gbrpf32le," + zscale({"t": "linear", "p": tags["p"]}, want, npl=203, agamma="false")
        return want, self.cached(name, lambda out: self.write(out, path, vf, want, "yuv420p10le", "ffv1"))

    def sdr(self, tags=SDR, bits=8, sub="420", curve=None):
        """SDR of BT.709 by FFmpeg's filters or, where the source is SDR, as it is; then with the tags."""
        given, path = self.native()
        fmt = f"yuv{sub}p" + ("10le" if bits == 10 else "")
        if given["t"] != "bt709":
            curve = curve or ("hable", "mobius", "reinhard")[len(self.source) % 3]
            given, path = SDR, self.cached(f"{path.stem}-{curve}10", lambda out, given=given, path=path: self.write(out, path, chain(given, curve), SDR, "yuv420p10le", "ffv1"))
        if given == tags and probe(path)["pix_fmt"] == fmt:
            return tags, path
        name = f"{path.stem}-" + "-".join(tags.values()) + "-" + fmt
        return tags, self.cached(name, lambda out: self.write(out, path, zscale(given, tags, d="error_diffusion"), tags, fmt, "ffv1"))

    def any(self):
        return self.pick(self.sdr, lambda: self.sdr(bits=10), self.hdr, self.hdr)()

    def fields(self):
        """SDR, interlaced, the top field first, from two frames each."""
        self.size = self.pick((320, 180), (640, 360))  # heights that divide by four
        tags, path = self.sdr()
        return tags, self.cached(f"{path.stem}-fields", lambda out: self.write(out, path, "tinterlace=interleave_top,setpts=N/25/TB", tags, "yuv420p", "ffv1", field="tff"))

    # -- second clips

    def write(self, out, source, vf, tags, fmt, codec, before=(), after=(), data=None, frames=None, field=None):
        filters = ([vf] if vf else []) + [f"format={fmt}", setparams(tags, field)]
        coded = list(CODECS[codec])
        if field and codec.startswith("x264"):
            coded += ["-flags", "+ildct+ilme"]
        stated = ["-color_primaries", tags["p"], "-color_trc", tags["t"], "-colorspace", tags["m"].replace("gbr", "rgb"), "-color_range", tags["r"], "-chroma_sample_location", tags["loc"]]
        after = [*after, "-frames:v", frames] if frames else after
        temporary = out.with_name(f".{os.getpid()}.{out.name}")
        ffmpeg(*before, "-i", source, "-map", "0:v:0", "-vf", ",".join(filters), *coded, *stated, *after, "-fps_mode", "passthrough", temporary, data=data)
        os.replace(temporary, out)
        return out

    def re(self, a, vf, tags, fmt=None, ending="mkv", **more):
        """The second from the first by filters."""
        return self.write(self.out(ending), a, vf, tags, fmt or probe(a)["pix_fmt"], self.codec, **more)

    def tonemap(self, source, *arguments, keep=False, ending="mkv"):
        """A clip converted by tonemap, losslessly: the second, or with `keep` a first."""
        def make(out):
            run([self.world.tonemap, "convert", source, out, "--force", "--threads", "1", *(["--video-codec", "ffv1"] if ending == "mkv" else []), *arguments])
            return out
        if keep:
            mark = hashlib.sha1(" ".join(map(str, arguments)).encode()).hexdigest()[:8]
            return self.cached(f"{pathlib.Path(source).stem}-tonemap-{mark}", make, ending)
        return make(self.out(ending))


RECIPES = {}


def recipe(code, count, vivid=False, hdr=False):
    """A recipe of a class, how many pairs are made by it (half of them of each set), and of which sources."""
    def add(function):
        RECIPES.setdefault(code, []).append((function, count, vivid, hdr))
        return function
    return add


def plain(code, count, how, first, filters=None, tags=None, fmt=None, vivid=False, hdr=False, codecs=None, **more):
    """A recipe in a line: the first clip, then functions of the case and of its tags or its layout."""
    def made(c):
        given, a = first(c)
        c.codec = c.pick(*codecs) if codecs else c.codec
        vf = filters(c, given) if filters else None
        return a, c.re(a, vf, tags(c, given) if tags else given, fmt(c, probe(a)["pix_fmt"]) if fmt else None, **more), f"{how} ({vf or 'tags'}; {a.stem})"
    recipe(code, count, vivid, hdr)(made)
