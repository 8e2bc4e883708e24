# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GoogleTest programs as a lit suite: each of their tests counts by itself. A
# program that cannot even list its tests is an error, not a warning.
import os

import lit.formats


class StrictGoogleTest(lit.formats.GoogleTest):
    def get_num_tests(self, path, litConfig, localConfig):
        number = super().get_num_tests(path, litConfig, localConfig)
        if number is None:
            litConfig.error("no tests can be listed: " + path)
        return number


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
config.test_format = StrictGoogleTest(folders_below(config.test_source_root), "Tests")
