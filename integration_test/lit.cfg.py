# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whole programs: what PyTorch exported is compiled, run, and compared with
# what PyTorch answered.
import os

lit_config.load_config(config, os.path.join(config.kiln_src_root, "test", "lit.cfg.py"))
config.name = "Kiln-Integration"
config.suffixes = [".test"]
config.excludes = {"fixtures", *config.excludes}
config.test_source_root = os.path.join(config.kiln_src_root, "integration_test")
