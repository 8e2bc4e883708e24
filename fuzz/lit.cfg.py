# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The fuzz targets, each with the number of runs in its test, which take about
# half a minute, from one seed, so that the same sources pass or fail alike.
# --param fuzz_seconds=N looks for new inputs instead: as long, from any seed.
import os

lit_config.load_config(config, os.path.join(config.kiln_src_root, "test", "lit.cfg.py"))
config.name = "Kiln-Fuzz"
config.suffixes = [".test"]
config.excludes = {"seeds", *config.excludes}
config.test_source_root = os.path.join(config.kiln_src_root, "fuzz")
seconds = lit_config.params.get("fuzz_seconds")
config.substitutions += [
    ("%at_random", f"--seconds={seconds}" if seconds else ""),
    ("%fuzzers", os.path.join(config.kiln_obj_root, "fuzz", "bin")),
]
