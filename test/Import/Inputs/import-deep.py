# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports programs of N and of 2 N layers, each with a parameter of its own, and compares the CPU time.

usage: import-deep.py KILN_TRANSLATE BASELINE OUTPUT N
The layers follow the baseline, whose bias each of them adds under another name. Twice as many may take 2.5 times as long, a program without
layers taken off. What else the machine does only adds to the time of a run: the least of three counts, by turns, and of up to twelve while
that is too much.
"""
import copy
import json
import os
import subprocess
import sys
import zipfile


def grow(baseline, path, layers):
    """Writes the baseline with as many additions at its end."""
    with zipfile.ZipFile(baseline) as archive:
        records = {info.filename: archive.read(info) for info in archive.infolist()}
    model, = (name for name in records if name.endswith("models/model.json"))
    weights, = (name for name in records if name.endswith("model_weights_config.json"))
    program, config = json.loads(records[model]), json.loads(records[weights])
    graph, signature = program["graph_module"]["graph"], program["graph_module"]["signature"]
    inputs, specs, last = [], [], "relu"
    for i in range(layers):
        bias, name = f"p_b{i}", f"add{i}"
        config["config"][f"b{i}"] = config["config"]["b"]
        inputs.append({"as_tensor": {"name": bias}})
        specs.append({"parameter": {"arg": {"name": bias}, "parameter_name": f"b{i}"}})
        graph["tensor_values"].update({bias: graph["tensor_values"]["p_b"], name: graph["tensor_values"]["relu"]})
        node = copy.deepcopy(graph["nodes"][1])
        node.update(target="torch.ops.aten.add.Tensor", name=name, outputs=[{"as_tensor": {"name": name}}],
                    inputs=[{"name": argument, "arg": {"as_tensor": {"name": value}}, "kind": 1}
                            for argument, value in (("self", last), ("other", bias))])
        graph["nodes"].append(node)
        last = name
    graph["inputs"][2:2] = inputs
    signature["input_specs"][2:2] = specs
    graph["outputs"] = [{"as_tensor": {"name": last}}]
    signature["output_specs"][0]["user_output"]["arg"]["as_tensor"]["name"] = last
    records[model], records[weights] = json.dumps(program).encode(), json.dumps(config).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in records.items():
            archive.writestr(name, data)


def seconds(tool, path):
    """The CPU time of one import."""
    process = subprocess.Popen([tool, "--import-pt2", path, "-o", os.devnull])
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{path}: status {status}")
    return usage.ru_utime + usage.ru_stime


def main():
    tool, baseline, output, layers = sys.argv[1:]
    counts = [0, int(layers), 2 * int(layers)]
    paths = [f"{output}.{count}.pt2" for count in counts]
    for path, count in zip(paths, counts):
        grow(baseline, path, count)
    runs, ratio = [], float("inf")
    while len(runs) < 3 or (ratio > 2.5 and len(runs) < 12):
        runs.append([seconds(tool, path) for path in paths])
        none, once, twice = map(min, zip(*runs))
        ratio = (twice - none) / (once - none)
    print(f"{layers} layers: {once - none:.3f} s, twice as many: {ratio:.2f} times")
    sys.exit(ratio > 2.5)


main()
