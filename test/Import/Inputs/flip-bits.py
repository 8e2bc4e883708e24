# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages each record of an archive by one bit, and sees that a tool refuses it by name.

usage: flip-bits.py ARCHIVE SCRATCH TOOL [ARGUMENT]... with {} for the damaged archive among the arguments
The bits are the first, one in the middle and the last of each record, of all sizes. Prints the number of records.
"""
import re
import struct
import subprocess
import sys
import zipfile


def main():
    archive, scratch, *command = sys.argv[1:]
    with zipfile.ZipFile(archive) as opened, open(archive, "rb") as file:
        good, records = file.read(), [info for info in opened.infolist() if info.file_size]
    for info in records:
        name, extra = struct.unpack_from("<2H", good, info.header_offset + 26)
        begin = info.header_offset + 30 + name + extra
        for bit in (0, info.compress_size * 4, info.compress_size * 8 - 1):
            bad = bytearray(good)
            bad[begin + bit // 8] ^= 1 << bit % 8
            with open(scratch, "wb") as file:
                file.write(bad)
            done = subprocess.run([part.replace("{}", scratch) for part in command], capture_output=True, text=True)
            wanted = info.filename + r": (\w+: )?the checksum \(CRC-32\) does not agree"
            if done.returncode != 1 or not re.search(wanted, done.stderr):
                sys.exit(f"{info.filename}, bit {bit}: status {done.returncode}, '{done.stderr.strip()}'")
    print(len(records), "records")


main()
