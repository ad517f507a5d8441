"""``python -m tonemap.ray convert IN OUT`` and ``… convert-all IN OUT``."""
from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from typing import Any, NoReturn, Optional

from .. import ray
from .._errors import Error, UsageError

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def main(words: Optional[list[str]] = None) -> int:
    """Runs the command, and returns its exit code: that of ``tonemap``."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        stated, rest = _parser().parse_known_args(words)
        return _run(stated, _options(rest))
    except Error as failure:
        print(f"tonemap.ray: {failure}", file=sys.stderr)
        return failure.code
    except OSError as failure:  # of the manifest or a listing, on a disk that is full or a store that cannot be reached
        print(f"tonemap.ray: {failure}", file=sys.stderr)
        return 74
    except KeyboardInterrupt:
        return 130


def _run(stated: argparse.Namespace, options: dict[str, Any]) -> int:
    common = {"cpus_per_chunk": stated.cpus_per_chunk, "address": stated.address, "progress": stated.progress}
    if stated.subcommand == "convert":
        for finding in ray.convert(stated.input, stated.output, **common, **options):
            print(finding, file=sys.stderr)
        return 0
    if (stated.output is None) != stated.replace:
        raise UsageError("either an output folder or --replace was expected; name the folder, or state --replace to write in place")
    records = ray.convert_all(
        stated.input, stated.output, sdr=stated.sdr, others=stated.others, work_limit=stated.work_limit, **common, **options
    )
    return _report(records, stated.json)


def _report(records: list[dict[str, Any]], as_json: bool) -> int:
    """Prints the counts and the failures. The exit code is that of the first failure."""
    outcomes = [record["outcome"] for record in records]
    failures = [record for record in records if record.get("error")]
    if as_json:
        for record in records:
            print(json.dumps(record, ensure_ascii=False))
    counts = ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in ("converted", "linked", "copied", "skipped", "failed") if outcome in outcomes)
    print(f"{len(records)} files: {counts}" if records else "there is no file", file=sys.stderr)
    for record in failures:
        print(f"{record['input']}: {record['error']}", file=sys.stderr)
    return int(failures[0]["exit_code"]) if failures else 0


def _size(text: str) -> int:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text} is not a size, such as 500M or 100G")
    return int(float(found[1]) * _UNITS[found[2]])


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see python -m tonemap.ray --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m tonemap.ray", description="Convert movies on a Ray cluster. Options of `tonemap convert` may follow.", allow_abbrev=False
    )
    kinds = parser.add_subparsers(dest="subcommand", required=True)
    for name, words in (("convert", "one movie"), ("convert-all", "all movies of a folder")):
        kind = kinds.add_parser(name, help=words, allow_abbrev=False)
        is_all = name == "convert-all"
        kind.add_argument("input", help="a path that all machines share, or a URL")
        kind.add_argument("output", nargs="?" if is_all else None, help="likewise")
        kind.add_argument("--cpus-per-chunk", type=int, default=1, metavar="N", help="CPUs and threads of a chunk (default: 1)")
        kind.add_argument("--address", help="the cluster's address (default: RAY_ADDRESS, a running cluster, or a new one)")
        kind.add_argument("--progress", choices=("auto", "bar", "lines", "json", "none"), default="auto")
        if is_all:
            kind.add_argument("--replace", action="store_true", help="write outputs over their inputs")
            kind.add_argument("--sdr", choices=("link", "copy", "skip"), default="link", help="what becomes of SDR movies (default: link)")
            kind.add_argument("--others", choices=("copy", "skip"), default="skip", help="what becomes of other files (default: skip)")
            kind.add_argument("--work-limit", type=_size, default=ray.WORK_LIMIT, metavar="SIZE", help="bytes of chunks that may wait (default: 100G)")
            kind.add_argument("--json", action="store_true", help="print what became of each file, as lines of JSON")
    return parser


def _options(words: list[str]) -> dict[str, Any]:
    """Options of ``tonemap convert``: --name VALUE, --name=VALUE, or --name alone."""
    options: dict[str, Any] = {}
    place = 0
    while place < len(words):
        name, has_value, value = words[place].partition("=")
        if not name.startswith("--"):
            raise UsageError(f"{words[place]} is neither an input, an output nor an option; name inputs and outputs before options of convert")
        place += 1
        stated: Any = value if has_value else True
        if not has_value and place < len(words) and not words[place].startswith("--"):
            stated = words[place]
            place += 1
        options[name[2:].replace("-", "_")] = stated
    return options


if __name__ == "__main__":
    sys.exit(main())
