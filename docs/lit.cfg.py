# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every document is a test: its console blocks are run and its links followed
# (utils/check-docs.py).
import os

import lit.formats
import lit.Test
import lit.util

config.name = "Kiln-Docs"
config.test_source_root = config.kiln_src_root
config.test_exec_root = config.kiln_suite_exec_root
FOLDERS = ["docs", "examples", "benchmarks", "runtime", "integration_test", "test"]


class Document(lit.formats.FileBasedTest):
    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        """README.md, AGENTS.md, and every document below the folders."""
        root = suite.getSourcePath(())
        found = [n for n in os.listdir(root) if n.endswith(".md")]
        for folder in FOLDERS:
            for path, _, names in os.walk(os.path.join(root, folder)):
                found += [os.path.relpath(os.path.join(path, n), root)
                          for n in names if n.endswith(".md")]
        for name in sorted(found):
            yield lit.Test.Test(suite, tuple(name.split(os.sep)), local_config)

    def execute(self, test, lit_config):
        config = test.config
        command = [config.python_executable,
                   os.path.join(config.kiln_src_root, "utils", "check-docs.py"),
                   test.getSourcePath(),
                   "--path", os.path.join(config.kiln_obj_root, "bin")]
        out, err, status = lit.util.executeCommand(command, env=config.environment)
        return (lit.Test.FAIL, out + err) if status else (lit.Test.PASS, "")


config.test_format = Document()
