"""What ``tonemap convert-all`` does with the files of a folder, for others who do its work."""
from __future__ import annotations

import json
from typing import Any

from ._library import described
from ._options import encoded, path_bytes


def kind_of(path: Any, options: dict[str, Any]) -> str:
    """Whether a file is a movie in HDR ("hdr") or SDR ("sdr"), or something else ("other")."""
    kind: str = json.loads(described("tonemap_file_kind", path_bytes(path), encoded(options)))["kind"]
    return kind


def rules(options: dict[str, Any], sdr: str, others: str) -> dict[str, Any]:
    """The hash of the options in a manifest ("options"), the extension of converted movies by that of their inputs ("extensions"), and that of
    files whose extension is not a movie's ("extension")."""
    found: dict[str, Any] = json.loads(described("tonemap_folder_rules", encoded(options), sdr.encode(), others.encode()))
    return found
