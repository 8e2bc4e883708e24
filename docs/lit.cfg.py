# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every document is a test: its console blocks are run and its links followed
# (utils/check-docs.py).
import os

import kiln_formats

config.name = "Kiln-Docs"
config.test_source_root = os.path.join(config.kiln_src_root, "docs")
config.test_exec_root = config.kiln_suite_exec_root
config.test_format = kiln_formats.Document(
    ["docs", "examples", "benchmarks", "runtime", "integration_test", "test"])
