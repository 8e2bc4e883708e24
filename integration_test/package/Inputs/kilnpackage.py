# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Another reader of packages, written from docs/PackageFormat.md alone.

Opens a package, checks every rule of the archive, the digests, the weights, and runs host programs of straight lines:
expressions by Python's own evaluation, kernels by ctypes. It knows nothing of Kiln.
"""
import ctypes
import hashlib
import json
import math
import re
import struct
import tempfile
import zlib

SIZES = {"bool": 1, "u8": 1, "i8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8, "u64": 8, "f16": 2, "bf16": 2,
         "f32": 4, "f64": 8, "c32": 4, "c64": 8, "c128": 16, "f8e4m3fn": 1, "f8e5m2": 1, "f8e4m3fnuz": 1,
         "f8e5m2fnuz": 1, "f8e8m0fnu": 1}
FUNCTIONS = {"Abs": abs, "Max": max, "Min": min, "FloorDiv": lambda a, b: a // b, "Mod": lambda a, b: a % b,
             "CeilDiv": lambda a, b: -(-a // b), "Pow": pow, "Eq": lambda a, b: a == b, "Ne": lambda a, b: a != b,
             "Lt": lambda a, b: a < b, "Le": lambda a, b: a <= b, "And": lambda *a: all(a), "Or": lambda *a: any(a),
             "Not": lambda a: not a, "Where": lambda c, a, b: a if c else b}


class FormatError(Exception):
    pass


def need(condition, what):
    if not condition:
        raise FormatError(what)


class Package:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.records = {}
        self.order = []
        self.read_directory()
        self.read_manifest()

    # ---- The archive ----

    def read_directory(self):
        data = self.bytes
        end = data.rfind(b"PK\5\6")
        need(end >= 0, "no end of the directory")
        disk, start_disk, here, count, size, offset = struct.unpack_from("<HHHHII", data, end + 4)
        need((disk, start_disk) == (0, 0) and here == count, "volumes")
        at = offset
        for _ in range(count):
            at = self.read_entry(at)
        need(at == offset + size, "the directory's size")

    def read_entry(self, at):
        data = self.bytes
        head = struct.unpack_from("<IHHHHHHIIIHHHHHII", data, at)
        signature, _, _, flags, method, time, date, crc, packed, size, name_size, extra, comment = head[:13]
        need(signature == 0x02014B50, "signature of an entry")
        name = data[at + 46:at + 46 + name_size].decode("utf-8")
        need(flags == 1 << 11 and method == 0 and packed == size, name + ": flags, method")
        need((date, time) == ((1 << 5) + 1, 0), name + ": the date is not 1980-01-01")
        need(all(part not in ("", ".", "..") for part in name.split("/")) and "\\" not in name, name + ": name")
        need(name not in self.records, name + ": twice")
        local = struct.unpack_from("<IHHHHHIIIHH", data, head[16])
        need(local[0] == 0x04034B50 and local[6:9] == (crc, packed, size), name + ": the local header differs")
        start = head[16] + 30 + local[9] + local[10]
        on_pages = name.startswith("weights/") and size >= 1 << 18
        need(start % (4096 if on_pages else 64) == 0, name + ": alignment")
        content = data[start:start + size]
        need(zlib.crc32(content) == crc, name + ": checksum")
        self.records[name] = content
        self.order.append(name)
        return at + 46 + name_size + extra + comment

    # ---- The manifest ----

    def read_manifest(self):
        need(self.order[0] == "manifest.json", "the first record is not manifest.json")
        text = self.records["manifest.json"].decode("utf-8")
        need("\n" not in text, "the manifest is one line")
        self.manifest = manifest = json.loads(text)
        need(manifest["kiln"]["format"] == 1, "format")
        need(set(manifest["kiln"]["requires"]) <= {"block_sizes", "blocks", "brief", "control-flow", "defaults", "details", "extern", "kept_scratch",
                                                     "prepare", "sizes"},
             "requires")
        listed = {record["name"]: record for record in manifest["records"]}
        need(set(listed) == set(self.records) - {"manifest.json"}, "records")
        for name, record in listed.items():
            need(len(self.records[name]) == record["bytes"], name + ": bytes")
            digest = hashlib.sha256(self.records[name]).hexdigest()
            need(digest == record.get("sha256", name[len("weights/"):]), name + ": digest")
            if name.startswith("weights/"):
                need(name == "weights/" + digest, name + ": the name is not the digest")
        self.read_details()
        for storage in manifest["storages"]:
            _, size = self.content_of(storage)
            need(size <= self.record_of(storage)["bytes"], "a storage outside of its record")

    def read_details(self):
        """Origins and what is known of each kernel, numbered as the manifest says."""
        if "details" not in self.manifest:
            self.details = self.manifest
            return
        said = self.manifest["details"]
        name = said["record"] if isinstance(said["record"], str) else self.manifest["records"][said["record"]]["name"]
        text = self.records[name].decode("utf-8")
        need("\n" not in text, "the details are one line")
        self.details = json.loads(text)
        need(len(self.details["origins"]) == said["origins"], "the number of origins")
        need(len(self.details["kernels"]) == len(self.manifest["kernels"]), "the number of kernels")
        numbers = [number for kernel in self.details["kernels"] for number in kernel["origins"]]
        need(all(0 <= number < said["origins"] for number in numbers), "an origin of a kernel")

    def record_of(self, storage):
        """By its number, or by its name."""
        records = self.manifest["records"]
        name = storage if isinstance(storage, int) else storage["record"]
        return records[name] if isinstance(name, int) else next(r for r in records if r["name"] == name)

    def content_of(self, storage):
        """The content of the record, and how many bytes of it are the storage's."""
        record = self.record_of(storage)
        return self.records[record["name"]], record["bytes"] if isinstance(storage, int) else storage.get("bytes", record["bytes"])

    def storages_of(self, program):
        """Of each state entry; without a word of it, the one behind that of the entry before."""
        number = -1
        for entry in program["state"]:
            number = entry.get("storage", number + 1)
            yield entry, self.manifest["storages"][number]

    def state(self, program):
        """Name and content, row-major, of each entry."""
        for entry, storage in self.storages_of(program):
            content, end = self.content_of(storage)
            content = content[:end]
            size = SIZES[entry.get("dtype", "f32")]
            strides = entry.get("strides") or row_major(entry["sizes"])
            offsets = [entry.get("offset", 0)]
            ones = [1] * len(strides)
            dimensions = zip(entry.get("block_sizes", entry["sizes"]), strides, entry.get("blocks", ones), entry.get("block_strides", ones))
            for extent, stride, block, inner in dimensions:
                offsets = [o + i // block * stride + i % block * inner for o in offsets for i in range(extent)]
            yield entry["name"], b"".join(content[o * size:(o + 1) * size] for o in offsets)


def row_major(sizes):
    return [math.prod(sizes[i + 1:]) for i in range(len(sizes))]


def evaluate(expression, registers):
    """The grammar is a part of Python's, but for names with dots."""
    if isinstance(expression, int):
        return expression
    names = {name.replace(".", "__"): value for name, value in registers.items()}
    text = re.sub(r"([A-Za-z_][A-Za-z0-9_]*)\.(?=[A-Za-z_])", r"\1__", expression)
    return eval(text, {"__builtins__": {}}, {**FUNCTIONS, **names})


class Run:
    """One call of a program: `inputs` are bytes, `sizes` theirs, by input. `routines`, by name, are called with
    (address, dtype, sizes) of each tensor, and the attributes."""

    def __init__(self, package, program, target, inputs, sizes, routines=None):
        self.package, self.program, self.routines = package, program, routines or {}
        manifest = package.manifest
        self.registers = self.solve(sizes)
        record = next(t["record"] for t in manifest["targets"] if t["name"] == target)
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(package.records[record])
            file.flush()
            self.code = ctypes.CDLL(file.name)
        self.symbols = [kernel["code"][target] for kernel in manifest["kernels"]]
        self.slots = [self.memory(content) for content in inputs]
        self.first_output = len(self.slots)
        for output in program["outputs"]:
            need(output["kind"] == "user_output" and "view_of" not in output, "this reader knows plain outputs only")
            self.slots.append(self.memory(bytes(SIZES[output["dtype"]] * math.prod(self.sizes(output)))))
        self.slots += [self.memory(content) for _, content in package.state(program)]
        self.first_segment = len(self.slots)

    def sizes(self, value):
        return [evaluate(size, self.registers) for size in value["sizes"]]

    def solve(self, sizes):
        registers = {}
        for value, given in zip(self.program["inputs"], sizes):
            for size, number in zip(value["sizes"], given):
                if isinstance(size, str) and size.isidentifier():
                    registers.setdefault(size, number)
        for symbol in self.program["symbols"]:
            number = registers[symbol["name"]]
            need(symbol.get("min") is None or symbol["min"] <= number, symbol["name"] + ": too small")
            need(symbol.get("max") is None or number <= symbol["max"], symbol["name"] + ": too large")
        for value, given in zip(self.program["inputs"], sizes):
            need([evaluate(s, registers) for s in value["sizes"]] == list(given), value["name"] + ": sizes")
        for size in self.program.get("sizes", []):
            registers[size["name"]] = evaluate(size["expr"], registers)
        return registers

    @staticmethod
    def memory(content):
        """(address, bytes, what keeps it), aligned to 64."""
        buffer = ctypes.create_string_buffer(len(content) + 64)
        address = (ctypes.addressof(buffer) + 63) // 64 * 64
        ctypes.memmove(address, content, len(content))
        return address, len(content), buffer

    def execute(self, entry):
        for instruction in self.program["entries"][entry]:
            if instruction["op"] == "return":
                return
            getattr(self, "do_" + instruction["op"])(instruction)
        raise FormatError("the entry does not return")

    def run(self):
        self.execute("run")
        return [ctypes.string_at(*self.slots[self.first_output + i][:2]) for i in range(len(self.program["outputs"]))]

    def prepare(self):
        """What the entry `prepare` makes of the package's weights, by name."""
        first = self.first_segment - len(self.program["state"])
        made = {entry["name"]: first + i for i, entry in enumerate(self.program["state"]) if entry.get("made_from")}
        for slot in made.values():
            self.slots[slot] = self.memory(bytes(self.slots[slot][1]))
        self.execute("prepare")
        return {name: ctypes.string_at(*self.slots[slot][:2]) for name, slot in made.items()}

    def set_slot(self, number, slot):
        self.slots += [None] * (number + 1 - len(self.slots))
        self.slots[number] = slot

    def do_size(self, it):
        self.registers[it["name"]] = evaluate(it["expr"], self.registers)

    def do_check(self, it):
        need(evaluate(it["cond"], self.registers), it["message"])

    def do_segment(self, it):
        size = evaluate(self.program["segments"][it["index"]]["bytes"], self.registers)
        self.set_slot(self.first_segment + it["index"], self.memory(bytes(size)))

    def do_view(self, it):
        address, size, keep = self.slots[it["base"]]
        offset, length = (evaluate(it[key], self.registers) for key in ("offset", "bytes"))
        need(0 <= offset and offset + length <= size, "a view outside of its base")
        self.set_slot(it["slot"], (address + offset, length, keep))

    def do_copy(self, it):
        need(self.slots[it["from"]][1] == self.slots[it["to"]][1], "a copy of unequal sizes")
        ctypes.memmove(self.slots[it["to"]][0], *self.slots[it["from"]][:2])

    def do_extern(self, it):
        slots, tensors = [self.slots[s] for s in it["slots"]], it["tensors"]
        need(len(slots) == len(tensors), "a routine's tensors")
        sizes = [self.sizes(tensor) for tensor in tensors]
        for slot, tensor, extents in zip(slots, tensors, sizes):
            need(slot[1] == SIZES[tensor["dtype"]] * math.prod(extents), "a routine's tensor has other bytes")
        need(it["routine"] in self.routines, it["routine"] + " is not known")
        self.routines[it["routine"]]([(slot[0], tensor["dtype"], extents)
                                      for slot, tensor, extents in zip(slots, tensors, sizes)], it["attributes"])

    def do_dispatch(self, it):
        kernel = self.package.manifest["kernels"][it["kernel"]]
        code = self.symbols[it["kernel"]]
        need(len(kernel["operands"]) == len(it["slots"]) and kernel.get("sizes", 0) == len(it.get("sizes", [])), "operands")
        buffers = (ctypes.c_void_p * len(it["slots"]))(*(self.slots[s][0] for s in it["slots"]))
        sizes = (ctypes.c_int64 * len(it.get("sizes", [])))(*(evaluate(s, self.registers) for s in it.get("sizes", [])))
        scratch = self.memory(bytes(code.get("scratch") or 0))
        function = getattr(self.code, code.get("symbol", kernel["name"]))
        function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        domain = evaluate(it["domain"], self.registers)
        # In three ranges: results do not depend on them.
        cuts = sorted({0, domain // 3, domain // 2, domain})
        for begin, end in zip(cuts, cuts[1:]):
            need(function(buffers, sizes, begin, end, scratch[0]) == 0, kernel["name"] + " failed")
