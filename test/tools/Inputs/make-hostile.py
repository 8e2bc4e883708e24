# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes files that ask for more than they should get. usage: make-hostile.py FOLDER LEGACY_ARCHIVE"""
import io
import os
import sys
import zipfile

folder = sys.argv[1]


def text(name, content):
    with open(os.path.join(folder, name), "w") as file:
        file.write(content)


def lists(depth):
    return "module attributes {x.a = " + "[" * depth + "]" * depth + "} {}\n"


def regions(depth):
    return "module {\n" * depth + "}\n" * depth


def archive(name, records):
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as out:
        for record, content in records:
            out.writestr("m/" + record, content)
        out.writestr("m/archive_format", "pt2")
        out.writestr("m/archive_version", "0")


def pickle():
    """A wide tuple that is the arguments of many calls."""
    wide = b"\x80\x02(" + b"N" * 40000 + b"tq\0" + b"ctorch\ndevice\nq\1"
    return wide + b"h\1h\0R0" * 100000 + b"."


def replace_pickle(legacy):
    """An archive of torch 2.8 whose weights are pickled, with another pickle."""
    inner = io.BytesIO()
    with zipfile.ZipFile(legacy) as source, zipfile.ZipFile(os.path.join(folder, "pickle.pt2"), "w") as out:
        for info in source.infolist():
            content = source.read(info)
            if info.filename.endswith("/data/weights/model.pt"):
                with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(inner, "w") as new:
                    for record in old.infolist():
                        new.writestr(record, pickle() if record.filename.endswith("data.pkl") else old.read(record))
                content = inner.getvalue()
            out.writestr(info.filename, content)


def main():
    text("lists.mlir", lists(200000))
    text("regions.mlir", regions(200000))
    text("types.mlir", "func.func private @f(" + "tuple<" * 200000 + ">" * 200000 + ")\n")
    text("signs.mlir", "#m = affine_map<(d0) -> (" + "- " * 200000 + "d0)>\n")
    text("tree.mlir", "module attributes {x.a = #ep.tree<" + '"t"[' * 900 + "*" + "]" * 900 + ">} {}\n")
    text("allowed-lists.mlir", lists(990))
    text("allowed-regions.mlir", regions(990))
    text("splat.mlir", "ep.program @m {\n  ep.storage @s bytes(1099511627776) data(dense<0> : tensor<1099511627776xi8>)\n}\n")
    text("aliases.mlir", "#a0 = []\n" + "".join("#a%d = [#a%d]\n" % (i + 1, i) for i in range(100000))
         + "module attributes {x.a = #a100000} {}\n")
    text("doubled.mlir", "#a0 = []\n" + "".join("#a%d = [#a%d, #a%d]\n" % (i + 1, i, i) for i in range(60))
         + "module attributes {x.a = #a60} {}\n")
    text("template.mlir", "module attributes {x.a = []} {}\n")
    # Numbers in between, since what deflates without an end is refused for that.
    wide = ",".join("[]," * 60 + str(i) for i in range(300_000))
    archive("json.pt2", [("models/model.json", '{"a": [' + wide + "]}")])
    archive("bomb.pt2", [("models/model.json", " " * (1 << 30))])
    replace_pickle(sys.argv[2])
    with zipfile.ZipFile(os.path.join(folder, "large.npz"), "w", zipfile.ZIP_DEFLATED) as out:
        header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (251658240,), }"
        out.writestr("call0.in0.npy", b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + bytes(251658240))


main()
