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


config.name = "Kiln-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.kiln_obj_root, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = StrictGoogleTest("bin", "Tests")
