"""NBCUniversal's LUTs of its single-master workflow, at every node of their cubes of 33.

LUTs of Type I hold signals of full range, those of Type III codes of narrow range divided by 1023. NBCUniversal states reference white by signal: 75 % of HLG,
58 % of PQ. Its LUTs to SDR have another curve, so the distance to them is no error.
"""
import numpy as np

import bt2100
from measuring import FRAMES, Row

REPOSITORY = "digitaltvguy/NBCUniversal-UHD-HDR-SDR-Single-Master-Production-Workflow-Recommendation-LUTs"
HARDWARE = "LUTS_for_Hardware_Devices_TypeIII_CUBE_LUT_Format/"
STILLS = "LUTS_for_Still_Image_Graphics/NBC_1b_4b_Type_I_For_Full_Range_RGB/"

# The light of those signals, HLG's on a display of 1000 cd/m².
WHITE_OF_HLG = 1000 * bt2100.scene(0.75) ** 1.2
WHITE_OF_PQ = bt2100.nits(0.58)

SDR = ["--transfer", "bt709", "--primaries", "bt709"]
TO_HLG = [*SDR, "--to", "hlg", "--reference-white", f"{WHITE_OF_HLG:.10f}"]
TO_PQ = [*SDR, "--to", "pq", "--reference-white", f"{WHITE_OF_PQ:.10f}"]
SINGLE = [
    ("SDR to HLG, 1b", STILLS + "1b-NBCU_SDR2HLG_DL_Type_I.cube", True, TO_HLG),
    ("SDR to PQ, 4b", STILLS + "4b-NBCU_SDR2PQ_DL_Type_I.cube", True, TO_PQ),
    ("SDR to HLG, 1", HARDWARE + "1-NBCU_SDR2HLG_DL_v1.2.cube", False, TO_HLG),
    ("SDR to PQ, 4", HARDWARE + "4-NBCU_SDR2PQ_DL_v1.2.cube", False, TO_PQ),
    ("HLG to PQ, 7", HARDWARE + "7-NBCU-HLG2PQ_1000nit_v1.2.cube", False, ["--transfer", "hlg", "--primaries", "bt2020", "--to", "pq"]),
]
LOOKS = [
    ("HLG to SDR, 3", HARDWARE + "3-NBCU_HLG2SDR_DL_v1.2.cube", ["--transfer", "hlg", "--primaries", "bt2020"]),
    ("PQ to SDR, 5", HARDWARE + "5-NBCU_PQ2SDR_DL_v1.2.cube", ["--transfer", "pq", "--primaries", "bt2020", "--source-peak", "1000"]),
]


def cube(path):
    """The nodes of a .cube file, as colors in and colors out."""
    numbers, size = [], 0
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        words = line.split()
        if words and words[0] == "LUT_3D_SIZE":
            size = int(words[1])
        elif words and words[0][0] in "-0123456789":
            numbers.append([float(word) for word in words[:3]])
    level = np.arange(size) / (size - 1)
    blue, green, red = np.meshgrid(level, level, level, indexing="ij")  # red changes first
    return np.stack([red.ravel(), green.ravel(), blue.ravel()], -1), np.array(numbers)


def signal(narrow):
    return (narrow * 1023 - 64) / 876


def rows(tools):
    stated = tools.sources.stated(REPOSITORY)
    for name, path, full, arguments in SINGLE:
        colors, expected = cube(tools.sources.file(REPOSITORY, path))
        scale = 1023
        if not full:
            colors, expected, scale = signal(colors), signal(expected), 876
            # Beyond the nominal range, what a LUT does is its maker's choice.
            inside = np.all((colors > -1e-6) & (colors < 1 + 1e-6), axis=1) & np.all((expected < 1 + 1e-6), axis=1)
            colors, expected = np.clip(colors[inside], 0, 1), expected[inside]
        frames, exact = tools.differences(colors, expected, *arguments, scale=scale)
        yield Row(f"NBCU {name}", stated, len(colors), frames, 0.05, FRAMES, exact)
    for name, path, arguments in LOOKS:
        colors, expected = cube(tools.sources.file(REPOSITORY, path))
        colors, expected = signal(colors), signal(expected)
        inside = np.all((colors > -1e-6) & (colors < 1 + 1e-6), axis=1)
        colors, expected = np.clip(colors[inside], 0, 1), expected[inside]
        for operator in ("spline", "bt2390", "bt2446c", "pbr-neutral"):
            found = tools.tonemap.convert(colors, *arguments, "--to", "sdr709", "--tone-mapping", operator)
            neutral = np.ptp(colors, axis=1) == 0
            difference = np.abs(found - np.clip(expected, 0, 1)) * 876
            yield Row(
                f"NBCU {name}, {operator}", stated, len(colors), float(difference.max()), None,
                f"mean {difference.mean():.0f}, of grays {difference[neutral].mean():.0f}; another curve on purpose")
