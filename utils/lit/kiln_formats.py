# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kiln's own lit formats. In a module, since lit hands them to its workers."""

import os

import lit.formats
import lit.Test
import lit.util


class StrictGoogleTest(lit.formats.GoogleTest):
    """A program that cannot list its tests is an error, not a warning."""

    def get_num_tests(self, path, litConfig, localConfig):
        number = super().get_num_tests(path, litConfig, localConfig)
        if number is None:
            litConfig.error("no tests can be listed: " + path)
        return number


class Document(lit.formats.TestFormat):
    """Each document below some folders of the checkout is one test, run by
    utils/check-docs.py."""

    def __init__(self, folders):
        self.folders = folders

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        if path_in_suite:
            return
        root = local_config.kiln_src_root
        found = [n for n in os.listdir(root) if n.endswith(".md")]
        for folder in self.folders:
            for path, _, names in os.walk(os.path.join(root, folder)):
                found += [os.path.relpath(os.path.join(path, n), root)
                          for n in names if n.endswith(".md")]
        for name in sorted(found):
            yield lit.Test.Test(suite, ("..", *name.split(os.sep)), local_config)

    def execute(self, test, lit_config):
        config = test.config
        command = [config.python_executable,
                   os.path.join(config.kiln_src_root, "utils", "check-docs.py"),
                   os.path.normpath(test.getSourcePath()),
                   "--path", os.path.join(config.kiln_obj_root, "bin"),
                   "--build", config.kiln_obj_root]
        out, err, status = lit.util.executeCommand(command, env=config.environment)
        return (lit.Test.FAIL, out + err) if status else (lit.Test.PASS, "")
