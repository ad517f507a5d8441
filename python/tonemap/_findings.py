"""What the library assumes and finds."""
from __future__ import annotations

from typing import Any, Optional


class Finding(str):
    """What was assumed or found: a sentence, with a code that does not change when its words do."""

    code: str
    fix: Optional[str]
    """What to do about it."""

    @classmethod
    def of(cls, entry: dict[str, Any]) -> Finding:
        finding = cls(entry["sentence"])
        finding.code = entry["code"]
        finding.fix = entry.get("fix")
        return finding
