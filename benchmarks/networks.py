#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times networks of torchvision and timm beside ONNX Runtime and OpenVINO.

    networks.py export FOLDER [NETWORK...]
    networks.py measure --tools=BIN FOLDER [--threads=1,2] [--seconds=S] [--rounds=N]

`export` writes a folder of FOLDER for each NETWORK, resnext50_32x4d and
mobilenet_v2 by default, with weights from a fixed seed: the program as
torch.export and as ONNX has it, one image, and PyTorch's outputs. A name of
timm's begins with `timm.`; its image is as large as timm says. One of
torchvision's for videos begins with `video.`, and takes 16 images of 112 x 112;
others take one of 224 x 224. It needs torch, torchvision or timm, and onnxscript.

`measure` compiles them for this processor and times a call of each system in
turn, N times for S seconds: Kiln by kiln-run, and those of the others that this
Python has, in f32, in this process. The table, in Markdown, has the least time
of each and the quotient of the best of the others and Kiln's; then how far
Kiln's outputs are from PyTorch's: the root of the mean square of the difference
over that of the values, and the largest difference.
"""

import sys
import time

import packages

NETWORKS = ("resnext50_32x4d", "mobilenet_v2")


def make_network(name):
    """The module, and the sizes of what it takes."""
    if name.startswith("timm."):
        import timm

        module = timm.create_model(name.removeprefix("timm."), pretrained=False)
        return module.eval(), (1, *module.default_cfg["input_size"])
    import torchvision

    if name.startswith("video."):
        module = getattr(torchvision.models.video, name.removeprefix("video."))(weights=None)
        return module.eval(), (1, 3, 16, 112, 112)
    return getattr(torchvision.models, name)(weights=None).eval(), (1, 3, 224, 224)


def export_network(name, folder):
    import numpy
    import torch

    torch.manual_seed(0)
    module, sizes = make_network(name)
    image = torch.randn(*sizes)
    folder.mkdir(parents=True, exist_ok=True)
    torch.export.save(torch.export.export(module, (image,)), folder / "model.pt2")
    torch.onnx.export(module, (image,), folder / "model.onnx", dynamo=True, external_data=False)
    numpy.savez(folder / "inputs.npz", **{"call0.in0": image.numpy()})
    numpy.savez(folder / "outputs.npz", **{"call0.out0": module(image).detach().numpy()})


def export(options):
    for name in options.networks or NETWORKS:
        export_network(name, options.folder / name)


def read_image(folder):
    import numpy

    return numpy.load(folder / "inputs.npz")["call0.in0"]


def load_onnxruntime(folder, threads):
    import onnxruntime

    session_options = onnxruntime.SessionOptions()
    session_options.intra_op_num_threads = threads
    session_options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(folder / "model.onnx", session_options, providers=["CPUExecutionProvider"])
    name, image = session.get_inputs()[0].name, read_image(folder)
    return lambda: session.run(None, {name: image})


def load_openvino(folder, threads):
    import openvino

    compiled = openvino.Core().compile_model(folder / "model.onnx", "CPU", {
        "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32"})
    request, image = compiled.create_infer_request(), read_image(folder)
    return lambda: request.infer({0: image})


PEERS = {"ONNX Runtime": load_onnxruntime, "OpenVINO": load_openvino}


def load_peers(folder, threads):
    """Those that this Python has."""
    loaded = {}
    for name, load in PEERS.items():
        try:
            loaded[name] = load(folder, threads)
        except ImportError as missing:
            print(f"{name} is left out: {missing}", file=sys.stderr)
    return loaded


def time_call(call, seconds):
    """The least seconds of a call."""
    call()
    least, end = float("inf"), time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        call()
        least = min(least, time.perf_counter() - begin)
    return least


def measure_network(options, folder, threads):
    peers = load_peers(folder, threads)
    least = dict.fromkeys([*peers, "Kiln"], float("inf"))
    for _ in range(options.rounds):
        for name, call in peers.items():
            least[name] = min(least[name], time_call(call, options.seconds))
        calls = packages.time_calls(options.tools, folder / "model.kiln", threads, options.seconds)
        least["Kiln"] = min(least["Kiln"], *calls)
    return least


def print_times(name, threads, least):
    cells = [f"{1e3 * least[system]:.4g} ms" if system in least else "" for system in (*PEERS, "Kiln")]
    others = [seconds for system, seconds in least.items() if system != "Kiln"]
    quotient = f"{min(others) / least['Kiln']:.2f}" if others else ""
    print(f"| {name} | {threads} | {' | '.join(cells)} | {quotient} |", flush=True)


def measure(options):
    folders = sorted(path.parent for path in options.folder.glob("*/model.pt2"))
    made = [packages.compile_package(options.tools, folder / "model.pt2") for folder in folders]
    print(f"| network | threads | {' | '.join(PEERS)} | Kiln | best / Kiln |\n| --- | --- | --- | --- | --- | --- |")
    for folder in folders:
        for threads in map(int, options.threads.split(",")):
            print_times(folder.name, threads, measure_network(options, folder, threads))
    print()
    for package in made:
        rms, most = packages.compare(options.tools, package)
        print(f"* {package.parent.name} beside PyTorch's: rms {rms:.3g} of that of the values, most {most:.3g}")


def main():
    parser, command = packages.make_parser(__doc__, export, measure)
    command.add_argument("networks", metavar="NETWORK", nargs="*")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
