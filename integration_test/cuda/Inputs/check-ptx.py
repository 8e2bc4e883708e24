# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the PTX of a package against its manifest, where no device can run it.

    check-ptx.py PACKAGE TARGET

Each kernel of the manifest is one entry with a parameter for each operand, each size and the domain. What it reads is
loaded through the operand's parameter, what it writes is stored through it. Registers are declared, labels are there,
and nothing is called that is not defined. Then the same PTX is spoiled in several ways, each of which must be seen.
"""
import json
import re
import sys
import zipfile

ENTRY = re.compile(r"\.visible \.entry (\w+)\((.*?)\)(.*?)\n\{\n(.*?)\n\}", re.DOTALL)
REGISTER = re.compile(r"%([a-z]+)(\d+)\b")


def read(package, target):
    """The kernels of the manifest and the PTX of a target."""
    with zipfile.ZipFile(package) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        record = next(t["record"] for t in manifest["targets"] if t["name"] == target)
        return [k for k in manifest["kernels"] if target in k["code"]], archive.read(record).decode()


def trace(body, parameter):
    """The registers whose values come from a parameter."""
    found, grows = set(), True
    lines = [line.strip() for line in body.splitlines()]
    while grows:
        grows = False
        for line in lines:
            made = re.match(r"(?:@!?%p\d+ )?[a-z][\w.:]*\s+(\{[^}]*\}|%\w+)(?:\|%p\d+)?, (.*);", line)
            if not made or line.startswith("st."):
                continue
            sources = made[2]
            if "[" + parameter + "]" in sources or any("%" + "".join(r) in found for r in REGISTER.findall(sources)):
                targets = {"%" + "".join(r) for r in REGISTER.findall(made[1])}
                grows |= not targets <= found
                found |= targets
    return found


def touches(body, registers, access):
    """Is memory accessed at an address that comes from these registers?"""
    addresses = re.findall(r"\b%s[\w.]*\s+(?:[^\[;]*)\[(%%\w+)" % re.escape(access), body)
    return any(address in registers for address in addresses)


def check_body(name, body):
    """Registers, labels and calls."""
    declared = {kind: int(count) for kind, count in re.findall(r"\.reg \.\w+ \t?%(\w+)<(\d+)>", body)}
    for kind, number in REGISTER.findall(body):
        if kind in declared and int(number) >= declared[kind] or kind in ("r", "rd", "p", "rs") and kind not in declared:
            yield "%s: register %%%s%s is not declared" % (name, kind, number)
    labels = set(re.findall(r"^(\$\w+):", body, re.MULTILINE))
    for label in set(re.findall(r"\bbra(?:\.uni)? \t?(\$\w+)", body)) - labels:
        yield "%s: no label %s" % (name, label)
    if not re.search(r"\bret;", body):
        yield "%s: it does not return" % name


def symbol_of(kernel, target):
    """Of the manifest's kernel in the code for a target."""
    return kernel["code"][target].get("symbol", kernel["name"])


def check_kernel(kernel, name, entries):
    """One kernel of the manifest against its entry."""
    if name not in entries:
        yield "%s: no such entry" % name
        return
    parameters, body = entries[name]
    if len(parameters) != len(kernel["operands"]) + kernel.get("sizes", 0) + 1:
        yield "%s: %d parameters" % (name, len(parameters))
        return
    for operand, parameter in zip(kernel["operands"], parameters):
        registers = trace(body, parameter)
        for mode, access in (("read", "ld.global"), ("write", "st.global")):
            if mode in operand.split()[0] and not touches(body, registers, access):
                yield "%s: %s, %s: no %s" % (name, parameter, operand, access)
    yield from check_body(name, body)


def check(kernels, ptx, target):
    """What is wrong."""
    if not re.search(r"^\.target %s$" % target.split(":")[1], ptx, re.MULTILINE):
        yield "the target is another"
    defined = re.findall(r"\.func[^;{]*?(\w+)\s*\(", ptx)
    for called in re.findall(r"\bcall\.uni[^;]*?\b(\w+),", ptx):
        if called not in defined:
            yield "%s is called and not defined" % called
    if ".extern" in ptx:
        yield "something is external"
    found = ENTRY.findall(ptx)
    entries = {name: (re.findall(r"(\w+_param_\d+)", head), body) for name, head, _, body in found}
    if len(found) != len(entries):
        yield "an entry is there twice"
    for kernel in kernels:
        yield from check_kernel(kernel, symbol_of(kernel, target), entries)
    for name in entries.keys() - {symbol_of(kernel, target) for kernel in kernels}:
        yield "%s: the manifest has no such kernel" % name


SPOILED = {
    "an entry of another name": lambda ptx: re.sub(r"\.entry (\w+)\(", r".entry other_\1(", ptx, count=1),
    "nothing stored": lambda ptx: re.sub(r"(?m)^.*st\.global.*\n", "", ptx),
    "nothing loaded": lambda ptx: re.sub(r"(?m)^.*ld\.global.*\n", "", ptx),
    "a label gone": lambda ptx: re.sub(r"(?m)^\$L__\w+:.*\n", "", ptx, count=1),
    "few registers": lambda ptx: re.sub(r"%rd<\d+>", "%rd<2>", ptx),
    "a parameter gone": lambda ptx: re.sub(r"(\.entry \w+\(\n)[^\n]*,\n", r"\1", ptx, count=1),
    "another target": lambda ptx: ptx.replace(".target sm_", ".target sm_1"),
    "a function that is not there": lambda ptx: ".extern .func f;\n" + ptx,
}


def main():
    kernels, ptx = read(*sys.argv[1:])
    faults = list(check(kernels, ptx, sys.argv[2]))
    for how, spoil in SPOILED.items():
        if not list(check(kernels, spoil(ptx), sys.argv[2])):
            faults.append("%s is not seen" % how)
    print("\n".join(faults + ["%d kernels, %d faults" % (len(kernels), len(faults))]))
    return bool(faults) or not kernels


if __name__ == "__main__":
    sys.exit(main())
