# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who may include whom (docs/Architecture.md, "Layout")."""

import re

from .tree import COMPILER, Finding

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]')
# A folder includes folders of its own or of a lower layer.
LAYERS = {"Support": 0, "Matrix": 0, "Special": 0, "Pickle": 0, "Dialect": 1, "Conversion": 2, "Import": 2, "Target": 2,
          "Package": 2, "Reference": 2, "Pipelines": 3, "Compiler": 4, "CAPI": 4}
ALL = 5  # tools
# What the compiler has of the runtime.
SHARED = ("kiln-rt/archive/", "kiln-rt/json/", "kiln-rt/loader/")


def layer(path):
    if "InitAll" in path:  # the headers that list every dialect and pass
        return LAYERS["Compiler"]
    parts = re.match(r"(?:include/kiln|lib|kiln)/(\w+)/", path)
    return LAYERS.get(parts.group(1), ALL) if parts else ALL


def includes(tree, path):
    for number, line in enumerate(tree.lines(path), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def check_compiler(tree, path):
    own = layer(path)
    for number, name in includes(tree, path):
        if name.startswith("kiln/") and layer(name) > own:
            yield Finding("dependencies", path, number, name,
                          "a lower layer includes %s" % name)
        if name.startswith("kiln-rt/") and not name.startswith(SHARED):
            if not path.startswith("tools/"):
                yield Finding("dependencies", path, number, name,
                              "the compiler shares only the archive code, JSON and "
                              "the loader with the runtime, not %s" % name)
        if own < ALL and re.search(r"(^|/)tools/", name):
            yield Finding("dependencies", path, number, name,
                          "a library includes a tool: %s" % name)


def check(tree):
    for path in tree.under(*COMPILER, suffixes=(".h", ".cpp")):
        yield from check_compiler(tree, path)
    for path in tree.under("runtime/", suffixes=(".h", ".cpp", ".c")):
        for number, name in includes(tree, path):
            if re.match(r"(mlir|llvm|lld|clang|kiln|kiln-c)/", name):
                yield Finding("dependencies", path, number, name,
                              "the runtime includes %s" % name)
