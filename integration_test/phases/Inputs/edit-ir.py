# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits the IR of each phase so that it is wrong, and compiles it from there.

    edit-ir.py BIN MODEL.pt2 SCRATCH

Each edit must end in an error that names the edited line, or the line of the op that it breaks, be
at most 20 lines long, and leave no package.
The model is that of fixtures/mlp.
"""
import pathlib
import re
import subprocess
import sys

# Phase, text, what takes its place, and text on the line that the error is at where it is another than the edited one.
EDITS = [
    ("exported", "%1 = aten.gelu.default %0 : (!ep.tensor<[s31, 128]", "%1 = aten.gelu.default %0 : (!ep.tensor<[s31, 129]"),
    ("exported", "-> !ep.tensor<[s31, 128], f32>\n", "-> !ep.tensor<[s31, 127], f32>\n"),
    ("exported", "-> !ep.tensor<[s31, 128], f32>\n", "-> !ep.tensor<[s32, 128], f32>\n"),
    ("exported", "ep.symbol @s31 range(1, 512)", "ep.symbol @s31 range(5, 2)"),
    ("exported", "    ep.symbol @s31 range(1, 512)\n", "", "ep.graph"),
    ("exported", "ep.symbol @s31", "ep.symbol @s32", "ep.graph"),
    ("exported", "aten.tanh.default", "aten.tangh.default"),
    ("exported", "aten.tanh.default %2", "aten.tanh.default %9"),
    ("exported", "[128], f32> storage(@storage.weight_1)", "[128], f32> storage(@storage.weight_9)"),
    ("exported", "ep.input = #ep.input<parameter \"0.bias\">", "ep.input = #ep.input<parameter \"7.bias\">"),
    ("exported", "ep.input = #ep.input<parameter \"0.bias\">", "ep.input = #ep.input<user_input \"input\">", "ep.module_call \"\""),
    ("exported", "bytes(512) record", "bytes(256) record", "ep.parameter @\"0.bias\""),
    ("exported", "ep.return %4 :", "ep.return %3 :"),
    ("exported", "%2 = aten.linear.default %1, %_2.weight, %_2.bias", "%2 = aten.linear.default %1, %_4.weight, %_2.bias"),
    ("exported", "%2 = aten.linear.default %1, %_2.weight", "%2 = aten.linear.default %_2.weight"),
    ("exported", "!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f32>\n      %2", "!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f31>\n      %2"),
    ("exported", "#ep.output<user_output \"linear_2\">", "#ep.output<buffer_mutation \"linear_2\">", "ep.module_call \"\""),
    ("exported", "    ep.storage @storage.weight_3 bytes(512) record(\"model/data/weights/weight_3\")\n", "", "ep.parameter @\"2.bias\""),
    ("exported", "ep.parameter @\"4.bias\"", "ep.parameter @\"2.bias\"", "#ep.input<parameter \"4.bias\">"),
    ("exported", "\"builtins.tuple\"(\"null\")[*]", "\"builtins.tuple\"(\"null\")[*, *]", "ep.module_call \"\""),
    ("core", "dims = [1, 0]", "dims = [1, 1]"),
    ("core", "dims = [1, 0]", "dims = [1, 2]"),
    ("core", "%_0.bias, %input, %0 :", "%_0.bias, %0, %input :"),
    ("core", "%2 = aten.gelu.default %1", "%2 = aten.silu.default %1"),
    ("core", "f32, strides = [1, 64]>\n", "f32, strides = [2, 64]>\n"),
    ("core", "ep.symbol @s31 range(1, 512)", "ep.symbol @s31 range(5, 2)"),
    ("core", "    ep.symbol @s31 range(1, 512)\n", "", "ep.graph"),
    ("core", "bytes(65536) record", "bytes(128) record", "ep.parameter @\"2.weight\""),
    ("core", "storage(@storage.weight_4)", "storage(@storage.weight_8)"),
    ("core", "ep.input = #ep.input<parameter \"4.bias\">", "ep.input = #ep.input<parameter \"4.bies\">"),
    ("core", "%2 = aten.gelu.default %1 :", "%2 = aten.gelu.default %1, approximate = 3 :"),
    ("core", "%2 = aten.gelu.default %1 :", "%2 = aten.gelu.default %1, aproximate = \"none\" :"),
    ("core", "%5 = aten.tanh.default %4 :", "%5 = aten.tanh.default %6 :"),
    ("core", "%5 = aten.tanh.default", "%5 = aten.tanh_.default"),
    ("core", "%7 = aten.addmm.default %_4.bias", "%7 = aten.addmm.default %_2.bias"),
    ("core", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f32>", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[128, s31], f32>"),
    ("core", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f32>", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f64>"),
    ("core", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s31, 128], f32>", "%2 = aten.gelu.default %1 : (!ep.tensor<[s31, 128], f32>) -> !ep.tensor<[s32, 128], f32>"),
    ("core", "      ep.return %7 : !ep.tensor<[s31, 32], f32>\n", "", "%7 = aten.addmm"),
    ("core", "ep.return %7 : !ep.tensor<[s31, 32], f32>", "ep.return %5 : !ep.tensor<[s31, 128], f32>"),
    ("tensors", "%7 = ep.size s31", "%7 = ep.size s32"),
    ("tensors", "%8 = tensor.empty() : tensor<64x128xf32>", "%8 = tensor.empty() : tensor<64x64xf32>"),
    ("tensors", "indexing_maps = [#map2, #map3, #map4]", "indexing_maps = [#map3, #map3, #map4]"),
    ("tensors", "!ep.tensor<[s31, 64], f32> -> tensor<?x64xf32>", "!ep.tensor<[s31, 64], f32> -> tensor<?x32xf32>"),
    ("tensors", "%10 = tensor.empty(%7)", "%10 = tensor.empty(%c0)"),
    ("tensors", "ep.symbol @s31 range(1, 512)", "ep.symbol @s31 range(0, -1)"),
    ("tensors", "bytes(16384) record", "bytes(16) record", "ep.parameter @\"4.weight\""),
    ("tensors", "ep.input = #ep.input<parameter \"4.bias\">", "ep.input = #ep.input<buffer \"4.bias\">"),
    ("tensors", "iterator_types = [\"parallel\", \"parallel\", \"reduction\"]", "iterator_types = [\"parallel\", \"parallel\", \"parallel\"]"),
    ("tensors", "iterator_types = [\"parallel\", \"parallel\", \"reduction\"]", "iterator_types = [\"parallel\", \"reduction\"]"),
    ("tensors", "ins(%4, %9 : tensor<?x64xf32>, tensor<64x128xf32>)", "ins(%4, %6 : tensor<?x64xf32>, tensor<128x64xf32>)"),
    ("tensors", "linalg.yield %27 : f32\n", "linalg.yield %27 : f64\n"),
    ("tensors", "%cst_2 = arith.constant 0.000000e+00 : f32", "%cst_2 = arith.constant 0.000000e+00 : f64", "linalg.fill ins(%cst_2"),
    ("tensors", "%27 = math.tanh %in : f32", "%27 = math.tanh %out : i32"),
    ("tensors", "%26 = ep.from_builtin %25", "%26 = ep.from_builtin %19"),
    ("tensors", "!ep.tensor<[s31, 32], f32>\n      ep.return", "!ep.tensor<[s31, 33], f32>\n      ep.return"),
    ("tensors", "tensor<?x32xf32> -> !ep.tensor<[s31, 32], f32>", "tensor<?x32xf32> -> !ep.tensor<[s30, 32], f32>"),
    ("tensors", "      %22 = tensor.empty(%7) : tensor<?x32xf32>\n", "", "linalg.fill ins(%cst_2 : f32) outs(%22"),
    ("tensors", "%20 = tensor.empty() : tensor<128x32xf32>", "%20 = memref.alloc() : memref<128x32xf32>"),
    ("tensors", "%7 = ep.size s31", "%7 = ep.size 2*s31", "%12 = linalg.generic"),
    ("dispatches", "domain(d0, 128)", "domain(d0, 127)"),
    ("dispatches", "access(read, read, read, write)", "access(read, read, write, write)"),
    ("dispatches", "flops = 17152*d0", "flops = 17*d0"),
    ("dispatches", "dims = [[0], [], [], [0]]", "dims = [[0], [], [], [1]]"),
    ("dispatches", "exec.dispatch @linear_tanh_1", "exec.dispatch @linear_tanh_7"),
    ("dispatches", "exec.dispatch @linear_gelu_0(%5, %7, %6) [%0]", "exec.dispatch @linear_gelu_0(%5, %6, %7) [%0]"),
    ("dispatches", "exec.dispatch @linear_gelu_0(%5, %7, %6) [%0]", "exec.dispatch @linear_gelu_0(%5, %7, %6) []"),
    ("dispatches", "tile = [6, 16]", "tile = [0, 16]"),
    ("dispatches", "<\"gemm\" tile", "<\"germ\" tile"),
    ("dispatches", "for [\"cpu:x86-64-v3\"]", "for [\"cpu:x87\"]"),
    ("dispatches", "linalg.yield %9 : f32", "linalg.yield %arg3 : index"),
    ("dispatches", "domain(d0, 128)", "domain(d1, 128)"),
    ("dispatches", "bytes = 768*d0 + 33280", "bytes = 768*d4 + 33280"),
    ("dispatches", "indexing_maps = [#map, #map1, #map2]", "indexing_maps = [#map, #map2, #map1]", "%2 = linalg.generic"),
    ("dispatches", "exec.yield %3 : tensor<?x128xf32>", "exec.yield %arg0 : tensor<?x64xf32>"),
    ("dispatches", "        exec.yield %3 : tensor<?x128xf32>\n", "", "%3 = linalg.generic"),
    ("dispatches", "exec.kernel @linear_tanh_1", "exec.kernel @linear_gelu_0"),
    ("dispatches", "%0 = ep.size s31", "%0 = ep.size s9"),
    ("dispatches", "exec.dispatch @linear_2(%9, %2, %1)", "exec.dispatch @linear_2(%9, %2)"),
    ("dispatches", "record(\"model/data/weights/weight_5\")", "record(\"model/data/weights/weight_9\")"),
    ("host", "exec.input 0", "exec.input 1"),
    ("host", "exec.output 0", "exec.output 7"),
    ("host", "user_input \"input\"> of !ep.tensor<[s31, 64]", "user_input \"input\"> of !ep.tensor<[s31, 32]", "linear_gelu_0(%0"),
    ("host", "exec.state @\"0.bias\"", "exec.state @\"1.bias\""),
    ("host", "exec.state @\"4.bias\"", "exec.state @\"0.bias\"", "exec.launch @linear_2"),
    ("host", "exec.segment 0 bytes 1024*s31", "exec.segment 0 bytes 512*s31", "exec.view %8 at 512*s31"),
    ("host", "at 512*s31 bytes 512*s31", "at 256*s31 bytes 512*s31", "linear_tanh_1(%9"),
    ("host", "at 512*s31 bytes 512*s31", "at 512*s31 bytes 128*s31", "linear_tanh_1(%9"),
    ("host", "at 512*s31 bytes 512*s31", "at 512*s31 - 1024 bytes 512*s31", "linear_tanh_1(%9"),
    ("host", "(%0, %2, %3, %9) sizes [s31]", "(%0, %2, %3, %9) sizes [s31 + 1]"),
    ("host", "(%0, %2, %3, %9) sizes [s31]", "(%0, %2, %3, %9) sizes [s40]"),
    ("host", "(%0, %2, %3, %9) sizes [s31]", "(%0, %3, %2, %9) sizes [s31]"),
    ("host", "exec.launch @linear_2(", "exec.launch @linear_3("),
    ("host", "        exec.launch @linear_gelu_0(%0, %2, %3, %9) sizes [s31]\n", "", "linear_tanh_1(%9"),
    ("host", "        exec.launch @linear_2(%10, %6, %7, %1) sizes [s31]\n", "", "exec.output 0"),
    ("host", "        exec.return\n", "", "exec.launch @linear_2"),
    ("host", "domain(d0, 128)", "domain(d0, 256)"),
    ("host", "sizes [s31]\n        exec.launch @linear_2", "sizes [2*s31]\n        exec.launch @linear_2"),
    ("host", "of !ep.tensor<[s31, 32], f32>", "of !ep.tensor<[s31, 16], f32>", "exec.launch @linear_2"),
    ("host", "%7 = exec.state @\"4.bias\"", "%7 = exec.segment 1 bytes 64", "exec.launch @linear_2"),
    ("host", "exec.view %8 at 0 bytes", "exec.view %0 at 0 bytes"),
]


def run(*command):
    return subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def print_phases(tools, model, scratch):
    """The IR of each phase without locations, so that errors name its lines."""
    phases = {}
    for phase in dict.fromkeys(edit[0] for edit in EDITS):
        file = scratch / (phase + ".mlir")
        # Weights stay in one place: packed ones have another in the IR.
        packs = ["--fold-limit=0"] if phase in ("dispatches", "host") else []
        run(tools / "kiln-compile", model, "--compile-to=" + phase, "--target=cpu:x86-64-v3", "-o", file,
            *packs).check_returncode()
        phases[phase] = run(tools / "kiln-opt", file).stdout
    return phases


def check(tools, scratch, text, edit):
    """Why an edit is not met as it must be; empty where it is."""
    phase, old, new = edit[:3]
    start = text.find(old)
    if start < 0:
        return "the IR has no such text"
    file, package = scratch / "edited.mlir", scratch / "edited.kiln"
    edited = text[:start] + new + text[start + len(old):]
    file.write_text(edited)
    package.unlink(missing_ok=True)
    done = run(tools / "kiln-compile", file, "--compile-from=" + phase, "--target=cpu:x86-64-v3", "-o", package)
    if done.returncode != 1 or package.exists():
        return "it compiles" if done.returncode == 0 else "exit status %d" % done.returncode
    if done.stdout.count("\n") > 20:
        return "the error has %d lines" % done.stdout.count("\n")
    lines = {edited[:start].count("\n") + 1}
    if len(edit) > 3:
        lines = {number + 1 for number, line in enumerate(edited.split("\n")) if edit[3] in line}
    if not any(int(number) in lines for number in re.findall(re.escape(str(file)) + r":(\d+)", done.stdout)):
        return "no error at line %s: %s" % (sorted(lines), done.stdout.strip()[:300])
    return ""


def main():
    tools, model, scratch = map(pathlib.Path, sys.argv[1:])
    scratch.mkdir(parents=True, exist_ok=True)
    phases = print_phases(tools, model, scratch)
    refused = 0
    for edit in EDITS:
        reason = check(tools, scratch, phases[edit[0]], edit)
        refused += not reason
        if reason:
            print("%s: %r -> %r: %s" % (*edit[:3], reason))
    print("%d of %d edits are refused at their line" % (refused, len(EDITS)))


main()
