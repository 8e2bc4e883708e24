# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports an archive with 1 GiB of weights and compares the memory with that of a small one.

usage: import-large.py KILN_TRANSLATE BASELINE OUTPUT
The large archive is the baseline with a sparse record of 1 GiB in place of a weight's (its checksum of 0 says: not computed). The peak of
resident memory may differ by 16 MiB, of which the program itself may take no more than 60 MiB of private data in either case.
"""
import os
import resource
import struct
import subprocess
import sys
import zipfile

GIB = 1 << 30


def write_sparse(source, path):
    """Copies an archive, all records stored; weight_0 becomes a hole."""
    central, count = b"", 0
    with zipfile.ZipFile(source) as archive, open(path, "wb") as out:
        for info in archive.infolist():
            name, data = info.filename.encode(), archive.read(info)
            large = info.filename.endswith("/weight_0")
            size = GIB if large else len(data)
            crc = 0 if large else info.CRC
            offset = out.tell()
            out.write(struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 0, 0, 33, crc, size, size, len(name), 0) + name)
            out.seek(size, os.SEEK_CUR) if large else out.write(data)
            central += struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 33, crc, size, size, len(name),
                                   0, 0, 0, 0, 0, offset) + name
            count += 1
        start = out.tell()
        out.write(central + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(central), start, 0))


def peak(tool, path):
    """The greatest resident memory of one import, in bytes."""
    process = subprocess.Popen([tool, "--import-pt2", path, "-o", os.devnull],
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (60 << 20, 60 << 20)))
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{path}: status {status}")
    return usage.ru_maxrss << 10


def main():
    tool, baseline, large = sys.argv[1:]
    write_sparse(baseline, large)
    small_peak, large_peak = peak(tool, baseline), peak(tool, large)
    os.remove(large)
    print(f"{small_peak >> 20} MiB and {large_peak >> 20} MiB")
    sys.exit(large_peak > small_peak + (16 << 20))


main()
