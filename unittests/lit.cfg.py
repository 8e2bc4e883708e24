# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GoogleTest programs as a lit suite: each of their tests counts by itself.
import os

import kiln_formats


def folders_below(root):
    """Every folder of the build tree that may hold a program, as lit wants it."""
    found = ["."]
    for path, names, _ in os.walk(root):
        names[:] = [n for n in names if n not in ("CMakeFiles", "Output")]
        found += [os.path.relpath(os.path.join(path, n), root) for n in names]
    return ";".join(found)


config.name = "Kiln-" + os.path.basename(os.path.dirname(config.kiln_site)).capitalize()
config.suffixes = []
config.test_source_root = config.kiln_suite_exec_root
config.test_exec_root = config.kiln_suite_exec_root
config.test_format = kiln_formats.StrictGoogleTest(
    folders_below(config.test_source_root), "Tests")
