"""A plan of the library, which is for one pair of formats."""
from __future__ import annotations

import json
from typing import Any, NamedTuple

from ._formats import Format, format_of
from ._library import PlanHandle, described
from ._options import encoded

_JSON = 1


class Compiled(NamedTuple):
    """A plan of the library, and what it says of itself."""

    handle: PlanHandle
    json: dict[str, Any]

    @classmethod
    def of(cls, options: dict[str, Any]) -> Compiled:
        """The plan of options."""
        handle = PlanHandle.make("tonemap_plan_new", encoded(options))
        return cls(handle, json.loads(described("tonemap_plan_describe", handle, _JSON)))

    @property
    def input(self) -> Format:
        """The format that it reads."""
        return format_of(self.json["source"]["pixel_format"])

    @property
    def output(self) -> Format:
        """The format that it writes."""
        return format_of(self.json["target"]["pixel_format"])
