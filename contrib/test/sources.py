"""Reads the test sources: counts the tests, and finds functions that look like tests and are none.

Swift Testing never runs a function without @Test, and nothing warns.
"""

import re
from pathlib import Path

TOKEN = re.compile(
    r"""//[^\n]*                                # a comment
      | /\*.*?\*/                               # a comment over lines
      | (?P<hashes>\#+)\"\"\".*?\"\"\"(?P=hashes)
      | (?P<raw>\#+)".*?"(?P=raw)
      | \"\"\".*?\"\"\"
      | "(?:\\\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\\n])*"
    """,
    re.VERBOSE | re.DOTALL,
)
# What may stand between an attribute and `func`: further attributes and modifiers.
BETWEEN = re.compile(r"\s*(@\w+|\w+)")


def without_texts(source):
    """The source with comments and string literals blanked out, every position kept."""
    return TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)


def closing(text, start, brackets):
    """The position after the bracket that closes the one at `start`."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == brackets[0]:
            depth += 1
        elif text[position] == brackets[1]:
            depth -= 1
            if depth == 0:
                return position + 1
    return len(text)


def function_of(code, position):
    """The position of the `func` that the attribute ending at `position` belongs to."""
    while True:
        if code.startswith("(", position):
            position = closing(code, position, "()")
        match = BETWEEN.match(code, position)
        if match is None:
            return None
        if match.group(1) == "func":
            return match.start(1)
        position = match.end()


def read(folder):
    """How many tests `folder` holds, and `file:line: name` of every function that checks something and never runs."""
    sources = {path: path.read_text() for path in sorted(Path(folder).rglob("*.swift"))}
    everything = "\n".join(sources.values())
    count = 0
    forgotten = []
    for path, source in sources.items():
        code = without_texts(source)
        tests = {function_of(code, match.end()) for match in re.finditer(r"@Test\b", code)} - {None}
        count += len(tests)
        for match in re.finditer(r"\bfunc\s+(\w+)", code):
            if match.start() in tests:
                continue
            opening = code.find("{", match.end())
            body = code[opening : closing(code, opening, "{}")] if opening >= 0 else ""
            checks = re.search(r"#expect\b|#require\b|\bIssue\.record\b|\bconfirmation\(", body)
            uses = len(re.findall(rf"\b{match.group(1)}\b", everything))
            if checks and uses == 1:
                line = code.count("\n", 0, match.start()) + 1
                forgotten.append(f"{path}:{line}: {match.group(1)}")
    return count, forgotten
