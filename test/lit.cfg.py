# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The lit configuration of every suite of Kiln: the other suites' lit.cfg.py
# load this one and change the name and the root.
#
# Features:      ptxas        PTX can be assembled
#                x86-64-v3, x86-64-v4, x86-64-v4+bf16, x86-64-v4+vnni  this CPU runs such code
#                cuda-device  a CUDA device answers
#                fixtures     KILN_FIXTURES names the larger corpus
#                valgrind     instructions can be counted
#                tsan         build-tsan has a kiln-run
#                aarch64      build-aarch64 has one, and QEMU runs it
# Substitutions: every tool by its name; %kiln_src_root, %kiln_obj_root,
#                %fixtures, %ptxas, %python, %cmake, %cxx, %cc;
#                %sanitized_run, kiln-run under the thread sanitizer;
#                %aarch64_run, kiln-run of AArch64 under QEMU;
#                %levels, a --target of each level that this CPU has;
#                %programs and %digits, the fixtures of the repository
import ctypes
import os

import lit.formats
import lit.util
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

config.name = "Kiln"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.join(config.kiln_src_root, "test")
config.test_exec_root = config.kiln_suite_exec_root


def cuda_device_present():
    """True when the CUDA driver is installed and counts a device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def cpu_levels():
    """The x86-64 levels that this CPU has, by the flags that tell them apart."""
    try:
        with open("/proc/cpuinfo") as info:
            flags = next((l for l in info if l.startswith("flags")), "").split()
    except OSError:
        return
    if {"avx2", "fma", "bmi2"} <= set(flags):
        yield "x86-64-v3"
        if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= set(flags):
            yield "x86-64-v4"
            if "avx512_bf16" in flags:
                yield "x86-64-v4+bf16"
            if "avx512_vnni" in flags:
                yield "x86-64-v4+vnni"


fixtures = os.environ.get("KILN_FIXTURES", "")
if fixtures and not os.path.isdir(fixtures):
    lit_config.fatal("KILN_FIXTURES is not a folder: " + fixtures)
if fixtures:
    config.available_features.add("fixtures")
if config.ptxas and os.path.exists(config.ptxas):
    config.available_features.add("ptxas")
sanitized_run = os.path.join(config.kiln_src_root, "build-tsan", "runtime", "tools", "kiln-run")
if os.path.exists(sanitized_run):
    config.available_features.add("tsan")
foreign_build = os.path.join(config.kiln_src_root, "build-aarch64")
foreign_run = os.path.join(foreign_build, "runtime", "tools", "kiln-run")
if os.path.exists(foreign_run) and lit.util.which("qemu-aarch64"):
    config.available_features.add("aarch64")
if lit.util.which("valgrind"):
    config.available_features.add("valgrind")
levels = list(cpu_levels())
config.available_features.update(levels)
if cuda_device_present():
    config.available_features.add("cuda-device")

config.substitutions += [
    ("%kiln_src_root", config.kiln_src_root),
    ("%kiln_obj_root", config.kiln_obj_root),
    ("%fixtures", os.path.abspath(fixtures) if fixtures else "no-fixtures"),
    ("%ptxas", config.ptxas),
    ("%sanitized_run", sanitized_run),
    ("%aarch64_run", "qemu-aarch64 -L " + foreign_build + "/sysroot " + foreign_run),
    ("%levels", " ".join("--target=cpu:" + level for level in levels)),
    ("%python", config.python_executable),
    ("%cmake", config.cmake_command),
    ("%cxx", config.cxx_compiler),
    ("%cc", config.c_compiler),
    ("%programs", os.path.join(config.kiln_src_root, "integration_test", "fixtures")),
    ("%digits", os.path.join(config.kiln_src_root, "examples", "digits")),
]

tool_dirs = [os.path.join(config.kiln_obj_root, "bin"), config.llvm_tools_dir]
tools = [
    # What each reads also goes through text and bytecode, and must be the same.
    ToolSubst("kiln-opt", FindTool("kiln-opt"), extra_args=["--verify-roundtrip"]),
    ToolSubst("kiln-translate", FindTool("kiln-translate"), unresolved="ignore"),
    ToolSubst("kiln-compile", FindTool("kiln-compile"), unresolved="ignore"),
    ToolSubst("kiln-run", FindTool("kiln-run"), unresolved="ignore"),
    ToolSubst("kiln-inspect", FindTool("kiln-inspect"), unresolved="ignore"),
    ToolSubst("kiln-interpret", FindTool("kiln-interpret"), unresolved="ignore"),
    ToolSubst("mlir-opt", FindTool("mlir-opt"), unresolved="ignore"),
    "split-file",
]
# An error of a tool is short.
short_error = os.path.join(config.kiln_src_root, "utils", "lit", "short-error.py")
config.substitutions.append((
    r"\bnot (?=kiln-(?:bisect|compile|inspect|interpret|opt|query|reduce|run|translate)\b)",
    "%s %s " % (config.python_executable, short_error)))
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(tools, tool_dirs)
for directory in reversed(tool_dirs):
    llvm_config.with_environment("PATH", directory, append_path=True)
config.environment["KILN_FIXTURES"] = fixtures
# Scripts of tests share what lies in utils.
config.environment["PYTHONPATH"] = os.path.join(config.kiln_src_root, "utils")
