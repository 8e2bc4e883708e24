# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads C++ well enough to find functions and calls: a lexer, not a parser."""

import re

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                                # comments
    r'|R"(?P<delimiter>[^()\s]*)\(.*?\)(?P=delimiter)"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',      # strings, characters
    re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
NO_FUNCTION = re.compile(
    r"\b(namespace|class|struct|union|enum|if|for|while|switch|do|else|try)\b")


def blank(text):
    """The same text, as long, with comments, literals and directives blanked."""
    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return DIRECTIVE.sub(spaces, TOKEN.sub(spaces, text))


def without_comments(text):
    """Comments blanked, literals kept."""
    def keep(match):
        found = match.group(0)
        return found if found[0] not in "/" else re.sub(r"[^\n]", " ", found)
    return TOKEN.sub(keep, text)


def is_function(head):
    """Whether the text before a brace at namespace or class level declares a
    function: it has parentheses and neither a keyword of another thing nor an
    assignment outside parentheses."""
    flat = head
    while True:
        shorter = re.sub(r"\([^()]*\)", "@", flat)
        if shorter == flat:
            break
        flat = shorter
    flat = re.sub(r"\boperator\s*[^\s@]+", "operator", flat)
    flat = re.sub(r"<[^<>;]*>", "", flat)
    if "@" not in flat or "=" in flat:
        return False
    return not re.match(r"\s*(?:extern\s*$|(?:typedef|inline|template)?\s*(?:%s))"
                        % NO_FUNCTION.pattern, flat)


def functions(text):
    """Yields (name, first line, lines) of each function with a body."""
    code = blank(text)
    stack, start = [], 0  # stack of (kind, head's start)
    for match in re.finditer(r"[{};]", code):
        inside = any(kind != "scope" for kind, _ in stack)
        if match.group() == "{":
            head = code[start:match.start()]
            if inside:
                stack.append(("block", start))
            elif is_function(head) and not head.rstrip().endswith(("=", ",", "(")):
                stack.append(("function", start + len(head) - len(head.lstrip())))
            elif re.search(r"\b(namespace|class|struct|union|extern)\b", head):
                stack.append(("scope", start))
            else:
                stack.append(("block", start))
        elif match.group() == "}" and stack:
            kind, begin = stack.pop()
            if kind == "function":
                first = code.count("\n", 0, begin) + 1
                last = code.count("\n", 0, match.start()) + 1
                name = re.search(r"([\w:~]+)\s*\(", code[begin:])
                yield (name.group(1) if name else "?", first, last - first + 1)
        if not any(kind != "scope" for kind, _ in stack):
            start = match.end()


def calls(text, names):
    """Yields (line, argument text) of each call of one of the names; comments
    are blanked, literals kept. The text ends with the statement, so that what
    is streamed into the result (`emitError(loc) << "…"`) belongs to it."""
    code, flat = without_comments(text), blank(text)
    for match in re.finditer(r"\b(?:%s)\s*\(" % "|".join(names), flat):
        end = flat.find(";", match.end())
        yield flat.count("\n", 0, match.start()) + 1, code[match.end():end]


def literals(text):
    """The string literals of a text, neighbours joined, escapes resolved."""
    joined = re.sub(r'"\s*\n?\s*"', "", text)
    for match in re.finditer(r'"((?:\\.|[^"\\\n])*)"', joined):
        yield re.sub(r"\\(.)", r"\1", match.group(1))
