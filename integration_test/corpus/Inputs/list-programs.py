# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists both forms of a folder's programs for kiln-interpret --batch."""

import json
import pathlib
import sys

for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    if (folder / "core.pt2").exists():
        about = json.loads((folder / "about.json").read_text())
        if about["compare"] not in ("float64", "dtype"):
            continue  # check-special.py judges these
        for form in ("core.pt2", "model.pt2"):
            fields = [folder / form, folder / "inputs.npz", folder / "outputs.npz"]
            if about.get("calls_share_state"):
                fields.append("keep-state")
            print(*fields, sep="\t")
