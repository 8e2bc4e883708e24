# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read-package.py PACKAGE TARGET INPUTS.npz OUTPUTS.npz: every call, by the reader of kilnpackage.py, has the bits
that kiln-run wrote to OUTPUTS.npz; and `prepare` makes what the package has."""
import array
import sys

import kilnpackage
import npz


def main():
    path, target, inputs_path, outputs_path = sys.argv[1:]
    package = kilnpackage.Package(path)
    program = package.manifest["programs"][0]
    weights = sum(len(content) for _, content in package.state(program))
    print(f"{len(package.records)} records, {weights} bytes of state")
    inputs, outputs = npz.read(inputs_path), npz.read(outputs_path)
    for call in sorted({name.split(".")[0] for name in inputs}):
        given = [inputs[f"{call}.in{i}"] for i in range(len(program["inputs"]))]
        run = kilnpackage.Run(package, program, target, [g.content for g in given], [g.sizes for g in given])
        for i, made in enumerate(run.run()):
            print(f"{call}.out{i}: {'equal' if made == outputs[f'{call}.out{i}'].content else 'DIFFERENT'}")
    if "prepare" in program["entries"]:
        kept = dict(package.state(program))
        for name, made in run.prepare().items():
            pairs = list(zip(array.array("f", made), array.array("f", kept[name])))
            close = pairs and all(abs(a - b) <= 1e-6 * max(abs(a), abs(b)) for a, b in pairs)
            print(f"{name}: {'made again' if close else 'DIFFERENT'}")


main()
