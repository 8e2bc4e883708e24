# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes bytecode that nests deeper than a tool may follow, by changing that of `module attributes {x.a = []} {}`.

usage: make-hostile-bytecode.py FOLDER TEMPLATE
"""
import os
import sys

ATTR_TYPE, ATTR_TYPE_OFFSET, IR = 2, 3, 4
EMPTY_LIST = b"\x01\x01"  # encoding 0, no elements


def number(value):
    for size in range(1, 9):
        if value < 1 << 7 * size:
            return (value << size | 1 << size - 1).to_bytes(size, "little")
    raise ValueError(value)


class Cursor:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def more(self):
        return self.at < len(self.data)

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        size = (self.data[self.at] & -self.data[self.at]).bit_length()
        return int.from_bytes(self.take(size), "little") >> size


class Bytecode:
    """Sections in their order, and the attributes: bytes, and if they have an encoding of their own."""

    def __init__(self, file):
        body = file.index(b"\0") + 1
        self.head, self.sections, cursor = file[:body], {}, Cursor(file, body)
        while cursor.more():
            kind = cursor.take(1)[0]
            self.sections[kind] = cursor.take(cursor.number())
        table, data = Cursor(self.sections[ATTR_TYPE_OFFSET]), Cursor(self.sections[ATTR_TYPE])
        self.counts = [table.number() for _ in range(4)]  # attributes, no types, the one dialect, its attributes
        entries = [table.number() for _ in range(self.counts[3])]
        self.attributes = [(data.take(entry >> 1), entry & 1) for entry in entries]

    def replace_list(self, content, has_encoding, appended=()):
        place = next(i for i, (data, _) in enumerate(self.attributes) if data == EMPTY_LIST)
        self.attributes[place] = (content, has_encoding)
        self.attributes += [(data, 1) for data in appended]

    def write(self, path):
        self.counts[0] = self.counts[3] = len(self.attributes)
        entries = [len(data) << 1 | encoded for data, encoded in self.attributes]
        self.sections[ATTR_TYPE_OFFSET] = b"".join(map(number, self.counts + entries))
        self.sections[ATTR_TYPE] = b"".join(data for data, _ in self.attributes)
        with open(path, "wb") as file:
            file.write(self.head)
            for kind, data in self.sections.items():
                file.write(bytes([kind]) + number(len(data)) + data)


def list_of(index):
    return b"\x01" + number(1) + number(index)


def main():
    folder, template = sys.argv[1:]
    with open(template, "rb") as file:
        template = file.read()

    def path(name):
        return os.path.join(folder, name + ".mlirbc")

    for name, depth in (("allowed-references", 900), ("references", 5000), ("long-references", 200000)):
        code = Bytecode(template)
        first = len(code.attributes)
        code.replace_list(list_of(first), 1, [list_of(first + i + 1) for i in range(depth)] + [EMPTY_LIST])
        code.write(path(name))

    code = Bytecode(template)
    code.replace_list(b"[" * 200000 + b"]" * 200000 + b"\0", 0)
    code.write(path("text"))

    # A region: the number of its blocks and of their values, then operations, which end with the region of the last.
    code = Bytecode(template)
    module = code.sections[IR][1:]
    region = module.rindex(bytes([IR]) + number(3))
    operation, inner = module[:region] + bytes([IR]), module[region + 2:]
    for _ in range(5000):
        inner = inner[:2] + number(1 << 1) + operation + number(len(inner)) + inner
    code.sections[IR] = number(1 << 1) + operation + number(len(inner)) + inner
    code.write(path("regions"))


main()
