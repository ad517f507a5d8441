"""The clips that pairs are made of, and what writes movies of them: see plant."""
import hashlib, json, os, pathlib, random, re, subprocess, threading
import numpy as np
import light as L

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRAMES, SPARE = {0: 8, 1: 10, 2: 8, 3: 12}, 3
SIZES = {0: (480, 270), 1: (320, 180), 2: (640, 360), 3: (480, 270)}
STATIC = ("master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(10000000,1)", "max-cll=993,119")

# name: (set, how to read it, saturation: colorful, smooth or plain)
SOURCES = {
    "city": ("tune", "s01_city_1024x512_1f_pq_yuv420p10le", "plain"),
    "forest": ("held", "s02_forest_1024x512_1f_pq_yuv420p10le", "plain"),
    "studio": ("tune", "s03_studio_1024x512_1f_pq_yuv420p10le", "plain"),
    "morning": ("held", "s04_morning_512x288_1f_pq_yuv420p10le", "colorful"),
    "facade": ("held", "p01_iphone14pro_dv84_1280x720_2f_hlg_yuv420p10le", "plain"),
    "chart": ("tune", "p02_android14_colorchart_1920x1080_1f_hlg_yuv420p10le", "colorful"),
    "crane": ("tune", "p03_android_hdr10av1_720x1280_1f_pq_yuv420p10le", "plain"),
    "bridge": ("held", "p04_tos_s01_hdr10plus_1920x800_1f_pq_yuv420p10le", "colorful"),
    "valley": ("tune", "p05_valley_mdcv_clli_1920x1080_1f_pq_yuv420p10le", "plain"),
    "bricks": ("held", "p06_lego_mkv_560x320_2f_pq_yuv420p10le", "colorful"),
    "room": ("tune", "p09_room_hlg_photo_676x448_1f_hlg_yuv420p10le_derived", "colorful"),
    "river": ("held", "file:seine_sdr_gainmap_srgb.jpg", "plain"),
    "window": ("tune", "file:apple_gainmap_new.jpg", "colorful"),
    "astronaut": ("held", "photo:astronaut.png", "colorful"),
    "cat": ("tune", "photo:chelsea.png", "colorful"),
    "coffee": ("held", "photo:coffee.png", "colorful"),
    "garage": ("tune", "photo:motorcycle_left.png", "colorful"),
    "rocket": ("held", "photo:rocket.jpg", "plain"),
}

PQ = {"p": "bt2020", "t": "smpte2084", "m": "bt2020nc", "r": "tv", "loc": "topleft"}
HLG = {"p": "bt2020", "t": "arib-std-b67", "m": "bt2020nc", "r": "tv", "loc": "topleft"}
SDR = {"p": "bt709", "t": "bt709", "m": "bt709", "r": "tv", "loc": "left"}
SDR601 = {"p": "bt709", "t": "bt709", "m": "smpte170m", "r": "tv", "loc": "left"}
SDR2020 = {"p": "bt2020", "t": "bt2020-10", "m": "bt2020nc", "r": "tv", "loc": "left"}
SDRP3 = {"p": "smpte432", "t": "bt709", "m": "bt709", "r": "tv", "loc": "left"}


KEPT = {}  # the light of the clips that were needed last


class Drop(Exception):
    """A candidate that cannot be made of this clip."""


def run(command, data=None):
    done = subprocess.run([str(c) for c in command], input=data, capture_output=True)
    if done.returncode:
        raise RuntimeError(" ".join(map(str, command))[:1500] + "\n" + done.stderr.decode(errors="replace")[-800:])
    return done.stdout


def ffmpeg(*arguments, data=None):
    return run(["ffmpeg", "-v", "error", "-nostdin" if data is None else "-hide_banner", "-y", "-threads", "1", "-filter_threads", "1", *arguments], data)


# ---------------------------------------------------------------- clips

class Clip:
    """A pan and zoom over a picture: light in cd/m2, BT.2020, with frames to spare after the last."""
    def __init__(self, world, source, index):
        self.world, self.source, self.index = world, source, index
        self.set, self.origin, self.kind = SOURCES[source]
        self.name = f"{source}{index}"
        self.size = SIZES[index % 4]
        self.frames = FRAMES[index % 4]

    def still(self):
        path = self.world.out / "masters" / f"{self.source}.npy"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            origin = self.origin
            if origin.startswith(("photo:", "file:")):
                kind, _, name = origin.partition(":")
                file = (self.world.photos if kind == "photo" else self.world.corpus / "files") / name
                size = json.loads(run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "json", file]))["streams"][0]
                rgb = np.frombuffer(ffmpeg("-i", file, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"), "u1")
                v = L.srgb(rgb.reshape(1, size["height"], size["width"], 3).astype(np.float32) / 255)
                light = L.primaries(v, "bt709", "bt2020")
                # Highlights as a camera would have kept them: white itself reaches about 4 times reference white.
                light = L.WHITE * light * (1 + 3 * np.power(light.max(-1, keepdims=True), 4))
            else:
                file = next(p for p in (ROOT / "Examples/clips" / (origin + ".yuv.zst"), self.world.corpus / "clips" / (origin + ".yuv.zst")) if p.exists())
                info = json.loads(pathlib.Path(str(file)[:-8] + ".json").read_text())
                w, h = info["width"], info["height"]
                raw = np.frombuffer(run(["zstd", "-dcq", file]), "<u2")[:w * h * 3 // 2].astype(np.float32)
                loc = info["color"].get("chroma_location") or "left"
                across, vertical = L.cosited(loc)
                y = (raw[:w * h].reshape(1, h, w) / 4 - 16) / 219
                cb, cr = (L.up(L.up((raw[w * h + k * w * h // 4:][:w * h // 4].reshape(1, h // 2, w // 2) / 4 - 128) / 224, 2, across), 1, vertical) for k in (0, 1))
                signal = L.to_rgb(y, cb, cr, "bt2020nc")
                light = L.pq_light(signal) if info["color"]["transfer"] == "smpte2084" else L.hlg_light(np.clip(signal, 0, 1.09))
            temporary = path.with_name(f".{self.source}.{threading.get_ident()}.npy")
            np.save(temporary, np.round(L.pq_signal(light) * 65535).astype("u2"))
            os.replace(temporary, path)
        return np.load(path)[0]

    def signals(self, frames=None, rate=1.0, start=0, smooth=0):
        """PQ signals of the frames, BT.2020."""
        still = self.still().astype(np.float32)[None] / 65535
        w, h = self.size
        rng = random.Random(f"{self.name}/path")
        H, W = still.shape[1:3]
        zoomed = smooth or self.index == 3
        share = rng.uniform(0.30, 0.42) if zoomed else rng.uniform(0.55, 0.75)
        # The still is brought to the size at which the clip's window covers that share of its width.
        scale = max(w / (share * W), h / (0.8 * H))
        if scale < 1:
            step = int(1 / scale)
            if step > 1:
                still = still[:, :H // step * step, :W // step * step].reshape(1, H // step, step, W // step, step, 3).mean((2, 4))
                H, W = still.shape[1:3]
                scale = max(w / (share * W), h / (0.8 * H))
        still = L.resized(still, max(h + 2, round(H * scale)), max(w + 2, round(W * scale)))
        if smooth:
            for _ in range(3):
                still = L.box(np.moveaxis(still, -1, 1), 2 * smooth + 1).transpose(0, 2, 3, 1)
        H, W = still.shape[1:3]
        count = (self.frames + SPARE) if frames is None else frames
        length = self.frames + SPARE + 1
        dx = rng.choice([-1, 1]) * min(rng.uniform(3, 7) * w / 480, (W - w - 1) / length)
        dy = rng.choice([-1, 1]) * min(rng.uniform(0.3, 3) * h / 270, (H - h - 1) / length)
        x0 = rng.uniform(max(0, -dx * length), W - w - 1 - max(0, dx * length))
        y0 = rng.uniform(max(0, -dy * length), H - h - 1 - max(0, dy * length))
        zoom = rng.choice([0, 0, 0.004])
        result = np.empty((count, h, w, 3), np.float32)
        for i in range(count):
            t = start + i * rate
            z = 1 - zoom * t
            x, y = x0 + dx * t + (1 - z) * w / 2, y0 + dy * t + (1 - z) * h / 2
            if not zoom:
                x, y = (round(2 * x) / 2, round(2 * y) / 2) if rate != 1 else (round(x), round(y))
            xs, ys = np.clip(x + np.arange(w) * z, 0, W - 1.001), np.clip(y + np.arange(h) * z, 0, H - 1.001)
            xi, yi = xs.astype(int), ys.astype(int)
            fx, fy = (xs - xi).astype(np.float32)[None, :, None], (ys - yi).astype(np.float32)[:, None, None]
            rows = still[0][yi] * (1 - fy) + still[0][np.minimum(yi + 1, H - 1)] * fy
            result[i] = rows[:, xi] * (1 - fx) + rows[:, np.minimum(xi + 1, W - 1)] * fx
        return np.clip(result, 0, 1)

    def light(self, saturation=1.0, gain=1.0, peak=10000, **k):
        light = L.pq_light(self.signals(**k)) * gain
        if saturation != 1:
            y = (light @ L.LUMA_2020)[..., None]
            light = np.maximum(y + (light - y) * saturation, 0)
        return np.minimum(light, peak)

    def exposed(self, **k):
        """Light with its 95th percentile between 100 and 400 cd/m2, so that dark clips show faults too."""
        key = (self.name, self.size, *sorted(k.items()))
        light = KEPT.pop(key, None)
        KEPT[key] = light = self.exposure(**k) if light is None else light
        while len(KEPT) > 60:
            KEPT.pop(next(iter(KEPT)))
        return light

    def exposure(self, **k):
        light = self.light(**k)
        level = np.percentile(light[0].max(-1), 95)
        gain = 1.0 if 100 <= level <= 400 else (200 / max(level, 0.5))
        return light * min(gain, 30)


def mapped(light, white=1000.0, fit=True):
    """SDR light (1 is white, BT.709): Reinhard's extended curve on luminance, then colors are brought into the gamut toward their gray."""
    x = light / L.WHITE
    y = np.maximum(x @ L.LUMA_2020, 1e-6)[..., None]
    w = white / L.WHITE
    z = y * (1 + y / (w * w)) / (1 + y)
    rgb = L.primaries(x * (z / y), "bt2020", "bt709")
    return fitted(rgb, np.minimum(z, 1)) if fit else rgb


def fitted(rgb, gray):
    d = rgb - gray
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(d > 1e-7, (1 - gray) / d, np.where(d < -1e-7, -gray / d, np.inf)).min(-1, keepdims=True)
    return np.clip(gray + d * np.minimum(room, 1), 0, 1)


# ---------------------------------------------------------------- writing movies

CODECS = {"ffv1": ["-c:v", "ffv1", "-level", "3"], "q0": ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"],
          "x264-12": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "12"],
          "x264-18": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18"], "x264-23": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23"],
          "x264-26": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26"], "x264-28": ["-c:v", "libx264", "-preset", "veryfast", "-crf", "28"],
          "vp9-32": ["-c:v", "libvpx-vp9", "-crf", "32", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "0"],
          "x265-18": ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "18", "-x265-params", "log-level=error:pools=1:frame-threads=1"],
          "x265-23": ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "23", "-x265-params", "log-level=error:pools=1:frame-threads=1"]}


def setparams(tags, field=None):
    return (f"setparams=range={tags['r']}:color_primaries={tags['p']}:color_trc={tags['t']}:colorspace={tags['m']}"
            + (f":field_mode={field}" if field else ""))


def stated(tags):
    return ["-color_primaries", tags["p"], "-color_trc", tags["t"], "-colorspace", "rgb" if tags["m"] == "gbr" else tags["m"], "-color_range", tags["r"],
            "-chroma_sample_location", tags["loc"]]


def codec_of(name, bits=8, static=None, extra=()):
    arguments = list(CODECS[name])
    if static and name.startswith("x265"):
        arguments[-1] += ":" + ":".join(static)
    return arguments + list(extra)


def zscale(given, wanted, **more):
    """The zscale filter that converts what has the tags `given` to `wanted`; in each, absent keys are left as they are."""
    parts = [f"{o}={given[k]}" for k, o in (("p", "pin"), ("t", "tin"), ("m", "min"), ("loc", "cin")) if k in given]
    parts += [f"rin={'full' if given['r'] == 'pc' else 'limited'}"] if "r" in given else []
    parts += [f"{o}={wanted[k]}" for k, o in (("p", "p"), ("t", "t"), ("m", "m"), ("loc", "c")) if k in wanted]
    parts += [f"r={'full' if wanted['r'] == 'pc' else 'limited'}"] if "r" in wanted else []
    return "zscale=" + ":".join(parts + [f"{k}={v}" for k, v in more.items()])


def raw_input(clip_size, pix_fmt, tags):
    return ["-f", "rawvideo", "-pix_fmt", pix_fmt, "-s", f"{clip_size[0]}x{clip_size[1]}", "-r", "25", "-i", "-"]


def shape(vf, size):
    """The size after filters."""
    found = re.search(r"[:=]w=(\d+):h=(\d+)", vf or "")
    return (int(found[1]), int(found[2])) if found else size


class World:
    def __init__(self, options):
        self.out, self.tonemap, self.corpus = pathlib.Path(options.out), options.tonemap, pathlib.Path(options.corpus or "/nonexistent")
        self.photos = pathlib.Path(options.photos or "/nonexistent")
        (self.out / "a").mkdir(parents=True, exist_ok=True)
        (self.out / "b").mkdir(exist_ok=True)
        self.lock, self.floors, self.floor_file = threading.Lock(), {}, self.out / "floors.json"
        if self.floor_file.exists():
            self.floors = json.loads(self.floor_file.read_text())

    def sources(self, which, kinds=None):
        def there(origin):
            if origin.startswith("photo:"):
                return (self.photos / origin[6:]).exists()
            if origin.startswith("file:"):
                return (self.corpus / "files" / origin[5:]).exists()
            return any((d / (origin + ".yuv.zst")).exists() for d in (ROOT / "Examples/clips", self.corpus / "clips"))
        return [n for n, (s, origin, kind) in SOURCES.items() if s == which and (not kinds or kind in kinds) and there(origin)]

    # -- writers

    def write(self, out, data, size, pix_fmt, tags, codec, vf=None, static=None, extra=(), final_fmt=None, field=None):
        """A movie of raw frames, tagged; vf comes before the tags."""
        temporary = out.with_name("." + out.name)
        chain = ([setparams(tags), vf] if vf else []) + ([f"format={final_fmt}"] if final_fmt else []) + [setparams(tags, field)]
        ffmpeg(*raw_input(size, pix_fmt, tags), "-vf", ",".join(chain), *codec_of(codec, static=static, extra=extra), *stated(tags), temporary, data=data)
        os.replace(temporary, out)
        L.made(out, shape(vf, size), tags, codec, out.suffix, final_fmt or pix_fmt, bool(static), field, extra)
        return out

    def convert(self, out, source, vf, tags, codec, final_fmt=None, static=None, extra=(), field=None, inputs=()):
        temporary = out.with_name("." + out.name)
        chain = ([vf] if vf else []) + ([f"format={final_fmt}"] if final_fmt else []) + [setparams(tags, field)]
        ffmpeg(*inputs, "-i", source, "-map", "0:v:0", "-vf", ",".join(chain), *codec_of(codec, static=static, extra=extra), *stated(tags), "-fps_mode", "passthrough", temporary)
        os.replace(temporary, out)
        if final_fmt and not inputs:
            from_ = L.probe(source)
            L.made(out, shape(vf, (from_["width"], from_["height"])), tags, codec, out.suffix, final_fmt, bool(static), field, extra, from_["pix_fmt"])
        return out

    def a(self, name, maker, ending="mkv"):
        path = self.out / "a" / f"{name}.{ending}"
        if not path.exists():
            maker(path)
        return path

    # -- references

    def pq(self, clip, codec="ffv1", loc="topleft", fmt="yuv420p10le", **k):
        tags = dict(PQ, loc=loc)
        mark = "".join(f"-{n}{v}" for n, v in sorted(k.items()))
        return tags, self.a(f"{clip.name}-pq-{codec}-{loc}-{fmt}{mark}", lambda out: self.write(
            out, L.packed(L.pq_signal(clip.exposed(**k)[:clip.frames]), tags, 10, fmt[3:6]), clip.size, fmt, tags, codec))

    def hlg(self, clip, codec="ffv1", loc="topleft", **k):
        tags = dict(HLG, loc=loc)
        mark = "".join(f"-{n}{v}" for n, v in sorted(k.items()))
        return tags, self.a(f"{clip.name}-hlg-{codec}-{loc}{mark}", lambda out: self.write(
            out, L.packed(L.hlg_signal(np.minimum(clip.exposed(**k)[:clip.frames], 1000)), tags, 10), clip.size, "yuv420p10le", tags, codec))

    def sdr(self, clip, codec="ffv1", tags=SDR, bits=8, sub="420", dither="tpdf", **k):
        mark = "".join(f"-{n}{v}" for n, v in sorted(k.items()))
        fmt = f"yuv{sub}p" + ("10le" if bits == 10 else "")
        name = f"{clip.name}-sdr-{codec}-{tags['p']}-{tags['t']}-{tags['m']}-{tags['r']}-{tags['loc']}-{fmt}-{dither}{mark}"
        return tags, self.a(name, lambda out: self.write(out, L.packed(self.sdr_signal(clip, tags, **k), tags, bits, sub, dither), clip.size, fmt, tags, codec))

    def sdr_signal(self, clip, tags=SDR, **k):
        rgb = mapped(clip.exposed(**k)[:clip.frames])
        rgb = np.clip(L.primaries(rgb, "bt709", tags["p"]), 0, 1)
        return L.srgb_inverse(rgb) if tags["t"] == "iec61966-2-1" else L.bt1886_inverse(rgb)

    def hable(self, clip, codec="ffv1", curve="hable", **k):
        """SDR by FFmpeg's filter."""
        tags, hdr = self.pq(clip, **k)
        mark = "".join(f"-{n}{v}" for n, v in sorted(k.items()))
        return SDR, self.a(f"{clip.name}-{curve}-{codec}{mark}", lambda out: self.convert(out, hdr, chain(tags, curve), SDR, codec, "yuv420p"))

    def toned(self, clip, codec="ffv1", hdr=None, arguments=(), **k):
        """SDR by the command tonemap."""
        if hdr is None:
            _, hdr = self.pq(clip, **k)
        mark = hashlib.sha1(" ".join([str(hdr)[len(str(self.out)):], *map(str, arguments)]).encode()).hexdigest()[:8]
        return SDR, self.a(f"{clip.name}-tonemap-{codec}-{mark}", lambda out: self.by_tonemap(out, hdr, codec, arguments))

    def by_tonemap(self, out, hdr, codec, arguments=()):
        own = {"ffv1": ["--video-codec", "ffv1"], "x264-18": ["--video-codec", "h264", "--crf", "18", "--preset", "veryfast"],
               "x264-23": ["--video-codec", "h264", "--crf", "23", "--preset", "veryfast"], "x265-18": ["--video-codec", "hevc", "--crf", "18", "--preset", "ultrafast"]}[codec]
        run([self.tonemap, "convert", hdr, out, "--force", *own, "--threads", "1", *arguments])
        return out


def chain(tags, curve="hable", npl=203, primaries=True, desat="0", twice=False, extra="", peak=5):
    """The usual chain from HDR to SDR in FFmpeg."""
    tone = f"tonemap={curve}:desat={desat}:peak={peak}"
    if twice:
        tone += "," + tone
    return (zscale(tags, {"t": "linear", "m": "gbr"}, npl=npl) .replace("m=gbr:", "") + ",format=gbrpf32le,"
            + ("zscale=p=bt709," if primaries else "") + extra + tone + ",zscale=t=bt709:m=bt709:r=limited:c=left")


# ---------------------------------------------------------------- pairs

RECIPES, HARD = {}, {}


def recipe(name, sources=None, hard=False):
    """A recipe of a class, for sources of those kinds. The hard ones come before all others where harder siblings are made."""
    def add(function):
        (HARD if hard else RECIPES).setdefault(name, []).append((function, sources))
        return function
    return add


class Case:
    """One candidate: its clip, its coding, and where B goes."""
    def __init__(self, world, code, index, hard=False):
        self.world, self.code, self.index, self.hard = world, code, index, hard
        self.rng = random.Random(f"{code}/{index}" + ("/hard" if hard else ""))
        self.set = ("tune", "held")[index % 2]
        self.name = f"{code}-{'hard-' if hard else ''}{index:03d}"
        table = HARD.get(code, []) + RECIPES[code] if hard else RECIPES[code]
        self.function, kinds = table[(index // 2) % len(table)]
        sources = world.sources(self.set, None if hard else kinds)
        turn = random.Random(f"{code}/{self.set}").sample(sources, len(sources))
        source = turn[(index // 2 // len(table) + index // 2) % len(turn)]
        self.clip = Clip(world, source, self.rng.choice([0, 1, 1, 2, 3]))
        self.codec = self.rng.choice(["x264-23", "x264-26", "x264-28", "vp9-32"] if hard else ["ffv1", "q0", "x264-18", "x264-18", "x264-23", "x264-23"])
        self.scaled = False
        self.field = None

    def pick(self, *choices):
        return self.rng.choice(choices)

    def out(self, ending=None):
        ending = ending or ("mkv" if self.codec == "ffv1" else self.rng.choice(["mkv", "mp4"]) if self.codec.startswith("x26") else "mkv")
        return self.world.out / "b" / f"{self.name}.{ending}"

    def lossless(self):
        self.codec = self.pick("ffv1", "q0")

    def hdr_codec(self):
        if self.codec in ("x264-18", "x264-23") and self.rng.random() < 0.3:
            self.codec = self.codec.replace("x264", "x265")

    def may_scale(self):
        """In a quarter of the pairs, B has another size; the filter that does it."""
        if self.rng.random() < (0.5 if self.hard else 0.25):
            w, h = self.clip.size
            factor = self.pick(0.4, 0.8, 1.25) if self.hard else self.pick(2 / 3, 0.5, 1.5)
            self.scaled = (int(w * factor) // 2 * 2, int(h * factor) // 2 * 2)
            return f"zscale=w={self.scaled[0]}:h={self.scaled[1]}:f={self.pick('bicubic', 'spline36', 'bilinear')}"
        return None

    def re(self, a, vf, tags, given, fmt=None, scale=True):
        """B from A by filters, scaled before them in some pairs."""
        filters = [s for s in ((self.may_scale() if scale else None), vf) if s]
        if self.scaled:
            filters[0] = filters[0].replace("zscale=", zscale(given, {}) + ":", 1)
        fmt = fmt or L.probe(a)["pix_fmt"]
        return self.world.convert(self.out(), a, ",".join(filters), tags, self.codec, fmt, field=self.field)

    def np(self, signal, tags, bits, fmt, dither=None, vf=None):
        """B from R'G'B' signals."""
        scale = self.may_scale()
        if scale:
            scale = scale.replace("zscale=", zscale(tags, {"loc": tags["loc"]}) + ":", 1)  # raw frames have no location of their own
        return self.world.write(self.out(), L.packed(signal, tags, bits, fmt[3:6], dither), self.clip.size, fmt, tags, self.codec, vf=scale)

    def hdr(self, **k):
        """PQ or HLG."""
        self.hdr_codec()
        return (self.world.pq if self.rng.random() < 0.6 else self.world.hlg)(self.clip, **k)

    def any(self, **k):
        """SDR of one of three makers, PQ or HLG."""
        maker = self.pick("sdr", "sdr10", "hable", "tonemap", "pq", "hlg")
        w = self.world
        if maker == "sdr":
            return w.sdr(self.clip, **k)
        if maker == "sdr10":
            return w.sdr(self.clip, bits=10, **k)
        if maker == "hable":
            return w.hable(self.clip, **k)
        if maker == "tonemap":
            return w.toned(self.clip, **k)
        self.hdr_codec()
        return (w.pq if maker == "pq" else w.hlg)(self.clip, **k)

    def some_sdr(self, **k):
        w = self.world
        return self.pick(lambda: w.sdr(self.clip, **k), lambda: w.sdr(self.clip, bits=10, **k), lambda: w.hable(self.clip, curve=self.pick("hable", "mobius"), **k), lambda: w.toned(self.clip, **k))()
