# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""write-large.py PACKAGE: a package with 1 GiB of weights, a hole in the file, written from docs/PackageFormat.md. Its
program copies the first 16 bytes of them to its output; there are no kernels."""
import hashlib
import json
import struct
import sys
import zlib

WEIGHTS = 1 << 30


def zeros(update):
    chunk = bytes(1 << 22)
    for _ in range(WEIGHTS // len(chunk)):
        update(chunk)


def main():
    digest, crc = hashlib.sha256(), 0

    def update(chunk):
        nonlocal crc
        digest.update(chunk)
        crc = zlib.crc32(chunk, crc)

    zeros(update)
    weights = "weights/" + digest.hexdigest()
    manifest = {
        "kiln": {"format": 1, "writer": "0.1.0", "requires": []},
        "targets": [{"name": "cpu:x86-64", "record": "code/none.so"}],
        "storages": [{"record": weights, "bytes": WEIGHTS}],
        "programs": [{
            "name": "forward", "symbols": [], "constraints": [], "guards": [], "inputs": [],
            "outputs": [{"kind": "user_output", "name": "y", "dtype": "f32", "sizes": [4]}],
            "state": [{"name": "w", "kind": "parameter", "storage": 0, "dtype": "f32", "sizes": [WEIGHTS // 4]}],
            "segments": [],
            "entries": {"run": [{"op": "view", "slot": 2, "base": 1, "offset": 0, "bytes": 16},
                                {"op": "copy", "from": 2, "to": 0}, {"op": "return"}]}}],
        "kernels": [], "origins": [],
        "records": [{"name": "code/none.so", "bytes": 0, "sha256": hashlib.sha256(b"").hexdigest()},
                    {"name": weights, "bytes": WEIGHTS, "sha256": digest.hexdigest()}]}
    text = json.dumps(manifest, separators=(",", ":")).encode()
    directory, count = b"", 0
    with open(sys.argv[1], "wb") as file:
        for name, size, checksum, content in (("manifest.json", len(text), zlib.crc32(text), text),
                                              ("code/none.so", 0, 0, b""), (weights, WEIGHTS, crc, None)):
            start, alignment = file.tell(), 4096 if content is None else 64
            # The payload is aligned by an extra field: id, size, alignment, zeros.
            padding = -(start + 30 + len(name) + 6) % alignment
            extra = struct.pack("<HHH", 0xD935, 2 + padding, alignment) + bytes(padding)
            common = struct.pack("<HHHHHIII", 20, 1 << 11, 0, 0, (1 << 5) + 1, checksum, size, size)
            file.write(b"PK\3\4" + common + struct.pack("<HH", len(name), len(extra)) + name.encode() + extra)
            file.write(content) if content is not None else file.seek(size, 1)
            directory += b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack(
                "<HHHHHII", len(name), 0, 0, 0, 0, 0, start) + name.encode()
            count += 1
        offset = file.tell()
        file.write(directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), offset, 0))


main()
