# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a recorded session as an editor sends it: each message behind its length."""

import sys

for message in open(sys.argv[1]).read().split("// -----"):
    lines = [line for line in message.splitlines() if not line.startswith("//")]
    body = "\n".join(lines).strip()
    sys.stdout.write(f"Content-Length: {len(body)}\r\n\r\n{body}")
