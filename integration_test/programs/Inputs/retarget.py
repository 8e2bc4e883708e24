# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives the only target of a package another name, which is no longer than its
own: a runtime then takes code that it would not choose for its processor.

    retarget.py FROM TO NAME
"""

import re
import struct
import sys
import zipfile
import zlib

source, result, name = sys.argv[1:]
with zipfile.ZipFile(source) as package:
    entry = package.getinfo("manifest.json")
data = bytearray(open(source, "rb").read())
# The manifest is stored, behind a header of 30 bytes, its name and its padding.
start = entry.header_offset + 30 + sum(struct.unpack_from("<HH", data, entry.header_offset + 26))
manifest = bytes(data[start:start + entry.file_size])
old = re.search(rb'"targets":\[\{"name":("[^"]*")', manifest).group(1)
assert len(name) + 2 <= len(old), "no room for the name"
# Blanks behind a string are no part of it, so nothing moves.
manifest = manifest.replace(old, ('"%s"' % name).encode().ljust(len(old)))
data[start:start + len(manifest)] = manifest
# The checksum, in the entry's own header and in the directory.
for place in (entry.header_offset + 14, data.index(b"PK\x01\x02") + 16):
    assert data[place:place + 4] == struct.pack("<I", entry.CRC)
    data[place:place + 4] = struct.pack("<I", zlib.crc32(manifest))
open(result, "wb").write(data)
