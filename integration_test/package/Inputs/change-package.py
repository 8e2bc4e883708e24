# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""change-package.py PACKAGE CHANGED --state NAME: the same package with other values in one state entry of f32.
change-package.py PACKAGE CHANGED --manifest OLD NEW: with another text in its manifest.
All digests and checksums are right. Written from docs/PackageFormat.md."""
import hashlib
import json
import struct
import sys
import zlib

import kilnpackage


def write(path, records):
    directory = b""
    with open(path, "wb") as file:
        for name, content in records.items():
            start, alignment = file.tell(), 64
            padding = -(start + 30 + len(name) + 6) % alignment
            extra = struct.pack("<HHH", 0xD935, 2 + padding, alignment) + bytes(padding)
            common = struct.pack("<HHHHHIII", 20, 1 << 11, 0, 0, (1 << 5) + 1, zlib.crc32(content), len(content),
                                 len(content))
            file.write(b"PK\3\4" + common + struct.pack("<HH", len(name), len(extra)) + name.encode() + extra + content)
            directory += b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack(
                "<HHHHHII", len(name), 0, 0, 0, 0, 0, start) + name.encode()
        offset, count = file.tell(), len(records)
        file.write(directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), offset, 0))


def change_state(package, state):
    """The text of the manifest and the records."""
    manifest = package.manifest
    storage = next(s for e, s in package.storages_of(manifest["programs"][0]) if e["name"] == state)
    old = package.record_of(storage)["name"]
    content = package.records[old]
    values = struct.unpack(f"<{len(content) // 4}f", content)
    content = struct.pack(f"<{len(values)}f", *(value + 1 for value in values))
    new = "weights/" + hashlib.sha256(content).hexdigest()
    text = json.dumps(manifest, separators=(",", ":")).replace(old, new).replace(old[8:], new[8:])
    records = {new if name == old else name: content if name == old else data for name, data in package.records.items()}
    return text, records


def main():
    source, target, mode, *what = sys.argv[1:]
    package = kilnpackage.Package(source)
    if mode == "--state":
        text, records = change_state(package, *what)
    else:
        text, records = package.records["manifest.json"].decode(), package.records
        assert what[0] in text, what[0]
        text = text.replace(*what)
    write(target, {**records, "manifest.json": text.encode()})


main()
