# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies an archive with one bit of its largest record flipped. usage: flip-weight.py ARCHIVE OUTPUT"""
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as opened, open(sys.argv[1], "rb") as file:
    largest = max(opened.infolist(), key=lambda info: info.file_size)
    bytes_ = bytearray(file.read())
    content = opened.read(largest)
bytes_[bytes_.index(content) + len(content) // 2] ^= 4
with open(sys.argv[2], "wb") as file:
    file.write(bytes_)
