# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The fuzz targets, a minute each; --param fuzz_seconds=N is another time.
import os

lit_config.load_config(config, os.path.join(config.kiln_src_root, "test", "lit.cfg.py"))
config.name = "Kiln-Fuzz"
config.suffixes = [".test"]
config.excludes = {"seeds", *config.excludes}
config.test_source_root = os.path.join(config.kiln_src_root, "fuzz")
config.substitutions += [
    ("%fuzz_seconds", lit_config.params.get("fuzz_seconds", "60")),
    ("%fuzzers", os.path.join(config.kiln_obj_root, "fuzz", "bin")),
]
