#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes manual pages and completions of the tools from their --help.

    generate-manuals.py --tools=BIN [--out=docs/manuals] [--check]

The folder gets man1/TOOL.1, bash/TOOL, zsh/_TOOL and fish/TOOL.fish. With --check nothing is written, and the status is
1 where a file is not what the tools say.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ["kiln-bisect", "kiln-compile", "kiln-inspect", "kiln-interpret", "kiln-lsp-server", "kiln-opt", "kiln-query",
         "kiln-reduce", "kiln-run", "kiln-translate"]
FLAG = re.compile(r" {2,6}(--?[A-Za-z][\w-]*)(=\S+|\[=\S+| <[\w.]+>)?\s+(?:-\s+)?(.*)$")


def read_flags(help_text):
    """Yields (flag, value, description); a line without a flag goes on with the one before."""
    flags = []
    for line in help_text.splitlines():
        match = FLAG.match(line)
        if match:
            flags.append([match[1], (match[2] or "").strip(), match[3]])
        elif flags and flags[-1][2] and re.match(r" {20,}\w", line):
            flags[-1][2] += " " + line.strip()
    return flags


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def manual(tool, summary, usage, flags):
    page = [f'.TH {tool.upper()} 1 "" Kiln', ".SH NAME", roff(f"{tool} - ").replace("\\- ", "\\- ") + roff(summary),
            ".SH SYNOPSIS", roff(usage), ".SH OPTIONS"]
    for flag, value, text in flags:
        page += [".TP", f".B {roff(flag + value)}", roff(text) or "See \\-\\-help."]
    return "\n".join(page) + "\n"


def bash(tool, flags):
    words = " ".join(flag + ("=" if value.startswith("=") else "") for flag, value, _ in flags)
    name = "_" + tool.replace("-", "_")
    return (f'{name}() {{\n  COMPREPLY=($(compgen -f -W "{words}" -- "${{COMP_WORDS[COMP_CWORD]}}"))\n'
            f'  [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace\n}}\ncomplete -o filenames -F {name} {tool}\n')


def quote(text):
    return text.replace("'", "").replace("[", "(").replace("]", ")").replace(":", ";")


def zsh(tool, flags):
    rows = [f"  '{flag}{'=' if value.startswith('=') else ''}[{quote(text)}]{':value:_files' if value else ''}' \\"
            for flag, value, text in flags]
    return "\n".join([f"#compdef {tool}", "_arguments \\", *rows, "  '*:file:_files'"]) + "\n"


def fish(tool, flags):
    rows = []
    for flag, value, text in flags:
        kind = f"-l {flag[2:]}" if flag.startswith("--") else f"-o {flag[1:]}"
        rows.append(f"complete -c {tool} {kind} {'-r ' if value else ''}-d '{quote(text)}'")
    return "\n".join(rows) + "\n"


def pages_of(tool, folder):
    text = subprocess.run([folder / tool, "--help"], check=True, capture_output=True, text=True).stdout
    overview = re.search(r"^OVERVIEW: (?:Kiln: )?(.*?)\.?$", text, re.M) or re.search(r"\n\n(.*)\.\n", text)
    usage = re.search(r"^usage: (.*)$", text, re.M | re.I)[1]
    flags = read_flags(text)
    return {f"man1/{tool}.1": manual(tool, overview[1], usage, flags), f"bash/{tool}": bash(tool, flags),
            f"zsh/_{tool}": zsh(tool, flags), f"fish/{tool}.fish": fish(tool, flags)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="the folder of the tools")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/manuals")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    status = 0
    for tool in TOOLS:
        for name, page in pages_of(tool, arguments.tools).items():
            path = arguments.out / name
            if path.exists() and path.read_text() == page:
                continue
            if arguments.check:
                print(f"{name}: stale; run utils/generate-manuals.py")
                status = 1
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page)
    return status


if __name__ == "__main__":
    sys.exit(main())
