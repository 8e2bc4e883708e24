# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whole programs: what PyTorch exported is compiled, run, and compared with
# what PyTorch answered. %programs/<name> are the fixtures beside this file.
import os

lit_config.load_config(config, os.path.join(config.kiln_src_root, "test", "lit.cfg.py"))
config.name = "Kiln-Integration"
config.suffixes = [".test"]
config.excludes += ["fixtures"]
config.test_source_root = os.path.join(config.kiln_src_root, "integration_test")
config.substitutions += [
    ("%programs", os.path.join(config.test_source_root, "fixtures")),
    ("%digits", os.path.join(config.kiln_src_root, "examples", "digits")),
]
