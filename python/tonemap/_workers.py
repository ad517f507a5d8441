"""How many threads work where nothing is said."""
from __future__ import annotations

import sys


def default_threads() -> int:
    """One in a worker of PyTorch's DataLoader, where there are as many workers as processors; else 0, for one on each processor."""
    data = sys.modules.get("torch.utils.data")
    return 1 if data is not None and data.get_worker_info() is not None else 0
