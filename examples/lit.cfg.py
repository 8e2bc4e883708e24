# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every example is built and run as its reader would do it.
import os

lit_config.load_config(config, os.path.join(config.kiln_src_root, "test", "lit.cfg.py"))
config.name = "Kiln-Examples"
config.suffixes = [".test"]
config.test_source_root = os.path.join(config.kiln_src_root, "examples")
