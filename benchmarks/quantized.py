#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times networks that PyTorch quantised to 8 bits against themselves in f32.

    quantized.py export --workloads=DIRECTORY FOLDER [NETWORK...]
    quantized.py measure --tools=BIN FOLDER [--threads=1,2] [--seconds=S] [--rounds=N]

`export` writes a folder of FOLDER for each NETWORK, resnet18 and bert4 by
default: the network in f32 and as torchao's PT2E flow quantises it, the inputs
of a call, and the outputs of the quantised one by PyTorch. DIRECTORY has
`workloads.py`, which builds networks and inputs from fixed seeds. It needs
torch, torchvision, transformers and torchao; `measure` needs nothing.

`measure` compiles both of every folder for this processor and times a call of
each in turn, N times for S seconds. The table, in Markdown, has the least time
and the least of the N medians of each, and the quotient of these medians; then
how far the quantised outputs are from PyTorch's: the root of the mean square of
the difference over that of the values, and the largest difference, in steps of
the last rounding where outputs are rounded ones.
"""

import json
import pathlib
import statistics
import sys

import packages

NETWORKS = ("resnet18", "bert4")


def make_quantizer(name):
    import torch
    from torchao.testing.pt2e import _xnnpack_quantizer as xnnpack

    config = xnnpack.get_symmetric_quantization_config(is_per_channel=True)
    quantizer = xnnpack.XNNPACKQuantizer()
    if name != "bert4":
        return quantizer.set_global(config)
    # Products alone. Its pass would make tensors of f32 of all numbers, among them those that a mask is indexed with.
    quantizer.transform_for_annotation = lambda module: module
    return quantizer.set_module_type(torch.nn.Linear, config)


def find_step(module):
    """Between neighbours of the values that the output is rounded to; nothing where it is not."""
    output = next(node for node in module.graph.nodes if node.op == "output")
    value = output.args[0][0] if isinstance(output.args[0], (list, tuple)) else output.args[0]
    return float(value.args[1]) if "dequantize_per_tensor" in str(value.target) else None


def export_network(workloads, name, folder):
    import numpy
    import torch
    from torchao.quantization.pt2e import quantize_pt2e

    module = workloads.build(name, False)
    inputs = workloads.inputs_of(name, next(iter(workloads.PROGRAMS[name].cases)), False)
    plain = torch.export.export(module, inputs)
    prepared = quantize_pt2e.prepare_pt2e(plain.module(), make_quantizer(name))
    prepared(*inputs)
    quantized = quantize_pt2e.convert_pt2e(prepared)
    folder.mkdir(parents=True, exist_ok=True)
    torch.export.save(plain, folder / "f32.pt2")
    torch.export.save(torch.export.export(quantized, inputs), folder / "int8.pt2")
    numpy.savez(folder / "inputs.npz", **{f"call0.in{i}": x.numpy() for i, x in enumerate(inputs)})
    numpy.savez(folder / "outputs.npz", **{"call0.out0": quantized(*inputs).numpy()})
    (folder / "about.json").write_text(json.dumps({"step": find_step(quantized)}) + "\n")


def export(options):
    sys.path.insert(0, str(options.workloads))
    import workloads

    for name in options.networks or NETWORKS:
        export_network(workloads, name, options.folder / name)


def time_calls(options, folder, threads):
    """Of each kind the least time and the least median, in seconds."""
    rounds = {"f32": [], "int8": []}
    for _ in range(options.rounds):
        for kind, calls in rounds.items():
            calls.append(packages.time_calls(options.tools, folder / f"{kind}.kiln", threads, options.seconds))
    return {kind: (min(map(min, calls)), min(map(statistics.median, calls))) for kind, calls in rounds.items()}


def print_times(name, threads, times):
    cells = " | ".join(f"{1e3 * least:.4g} ms | {1e3 * median:.4g} ms" for least, median in times.values())
    print(f"| {name} | {threads} | {cells} | {times['f32'][1] / times['int8'][1]:.2f} |", flush=True)


def describe_error(options, folder):
    rms, most = packages.compare(options.tools, folder / "int8.kiln")
    step = json.loads((folder / "about.json").read_text())["step"]
    return f"rms {rms:.3g} of that of the values, most {most:.3g}" + (f", {most / step:.2f} steps" if step else "")


def measure(options):
    folders = sorted(path.parent for path in options.folder.glob("*/int8.pt2"))
    for folder in folders:
        for kind in ("f32", "int8"):
            packages.compile_package(options.tools, folder / f"{kind}.pt2")
    print("| network | threads | f32, least | f32, median | int8, least | int8, median | times as fast |\n"
          "| --- | --- | --- | --- | --- | --- | --- |")
    for folder in folders:
        for threads in options.threads.split(","):
            print_times(folder.name, threads, time_calls(options, folder, threads))
    print()
    for folder in folders:
        print(f"* {folder.name} beside PyTorch's: {describe_error(options, folder)}")


def main():
    parser, command = packages.make_parser(__doc__, export, measure)
    command.add_argument("--workloads", type=pathlib.Path, required=True)
    command.add_argument("networks", metavar="NETWORK", nargs="*", choices=[*NETWORKS, []])
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
