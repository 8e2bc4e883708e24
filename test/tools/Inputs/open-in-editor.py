# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the session of an editor that opens a file, as kiln-lsp-server --lit-test reads it.

    open-in-editor.py FILE
"""

import json
import pathlib
import sys

document = {"uri": "test:///file.mlir", "languageId": "mlir", "version": 1, "text": pathlib.Path(sys.argv[1]).read_text()}
messages = [{"id": 0, "method": "initialize", "params": {"processId": 1, "rootPath": "", "capabilities": {}}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            {"id": 1, "method": "shutdown"},
            {"method": "exit"}]
print("\n// -----\n".join(json.dumps({"jsonrpc": "2.0", **message}) for message in messages))
