# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a changed copy of an archive.

usage: edit-archive.py IN OUT [--set RECORD POINTER JSON]... [--delete RECORD POINTER]...
                       [--set-file RECORD POINTER FILE]...
                       [--rename RECORD NAME]... [--nest RECORD DEPTH]...
RECORD is the end of a record's name, POINTER a JSON pointer into it ("-" after
the last item of a list). Records keep their order; edits are made in the order
of the command line.
"""
import argparse
import json
import zipfile


class Edit(argparse.Action):
    """Collects the edits of all kinds in one list."""

    def __call__(self, parser, namespace, values, option_string=None):
        namespace.edits.append((option_string, values))


def find(records, ending):
    names = [name for name in records if name.endswith(ending)]
    if len(names) != 1:
        raise SystemExit(f"{ending}: names {len(names)} records")
    return names[0]


def descend(value, pointer):
    """The container that holds what `pointer` names, and its key there."""
    keys = pointer.lstrip("/").split("/")
    for key in keys[:-1]:
        value = value[int(key) if isinstance(value, list) else key]
    last = keys[-1]
    if isinstance(value, list) and last != "-":
        return value, int(last)
    return value, last


def apply(records, option, values):
    name = find(records, values[0])
    if option == "--rename":
        return {values[1] if old == name else old: data for old, data in records.items()}
    if option == "--nest":
        records[name] = b"[" * int(values[1])
        return records
    if option == "--set-file":
        with open(values[2], encoding="utf-8") as file:
            values = [*values[:2], file.read()]
    document = json.loads(records[name])
    container, key = descend(document, values[1])
    if option == "--delete":
        del container[key]
    elif key == "-":
        container.append(json.loads(values[2]))
    else:
        container[key] = json.loads(values[2])
    records[name] = json.dumps(document).encode()
    return records


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("output")
    parser.set_defaults(edits=[])
    for option, count in (("--set", 3), ("--set-file", 3), ("--delete", 2), ("--rename", 2), ("--nest", 2)):
        parser.add_argument(option, nargs=count, action=Edit)
    options = parser.parse_args()
    with zipfile.ZipFile(options.source) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    for option, values in options.edits:
        records = apply(records, option, values)
    with zipfile.ZipFile(options.output, "w") as archive:
        for name, data in records.items():
            archive.writestr(name, data)


main()
