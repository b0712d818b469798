#!/usr/bin/env python3
"""Keeps the translations in step: finds what the programs say to people in the Swift sources, brings po/notifier.pot and
po/zh_CN.po up to date, and writes the compiled-in catalogue Sources/CMessageData/messages.c.

A message is a literal that the compiler takes for a LocalText. Which those are is told by where they stand: after the
labels and in the calls of PLACES, and where a type says LocalText.

Usage: catalogue.py           writes the three files
       catalogue.py --check   writes nothing; complains of what is missing, unused, fuzzy, untranslated or out of step
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("Sources/Alarms", "Sources/Control", "Sources/notifierctl")
POT, PO, C = ROOT / "po/notifier.pot", ROOT / "po/zh_CN.po", ROOT / "Sources/CMessageData/messages.c"

# A call, and which of its arguments is said to a person.
CALLS = {"Failure": 1, "message": 0, "note": 0, "prompt": 0, "say": 0, "good": 1, "row": 0, "error": 0, "warning": 0, "Diagnostic": 0}
LABELS = {"help", "summary", "details", "expected", "said", "text", "remedy"}
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: notifier\\n"
"PO-Revision-Date: 2026-12-01 12:00+0000\\n"
"Last-Translator: notifier\\n"
"Language-Team: Chinese (simplified)\\n"
"Language: %s\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"""


class Token:
    """A piece of Swift: a `word`, a `string` (its template in `text`), or a `sign`."""

    def __init__(self, kind, text, line, inner=(), breaks=False):
        self.kind, self.text, self.line, self.inner, self.breaks = kind, text, line, inner, breaks

    def __repr__(self):
        return f"{self.kind}:{self.text!r}"


class Lexer:
    """Reads Swift, as far as literals need it: comments, words, strings with what is interpolated."""

    ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}
    SIGN = re.compile(r"\?\?|==|!=|->|&&|\|\||\.\.\.|\.\.<|[-+*/%<>=!&|^~?]+|.")

    def __init__(self, text, file):
        self.text, self.file, self.at = text, file, 0

    def line(self):
        return self.text.count("\n", 0, self.at) + 1

    def tokens(self, end=None):
        """Tokens up to the bracket `end` that closes what is read, which is consumed."""
        found, depth, breaks = [], 0, False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char.isspace():
                breaks |= char == "\n"
                self.at += 1
                continue
            if self.text.startswith("//", self.at):
                self.at = (self.text.find("\n", self.at) + 1 or len(self.text) + 1) - 1
                continue
            if self.text.startswith("/*", self.at):
                self.at = self.text.index("*/", self.at) + 2
                continue
            if end and char == end and depth == 0:
                self.at += 1
                return found
            line = self.line()
            opening = re.compile(r'#*"').match(self.text, self.at)
            word = re.compile(r"[\w$@#`]+").match(self.text, self.at)
            if opening:
                text, inner = self.string()
                found.append(Token("string", text, line, inner, breaks))
            elif word:
                self.at = word.end()
                found.append(Token("word", word.group(), line, (), breaks))
            else:
                sign = self.SIGN.match(self.text, self.at).group()
                self.at += len(sign)
                depth += (sign == "(") - (sign == ")") if end else 0
                found.append(Token("sign", sign, line, (), breaks))
            breaks = False
        return found

    def string(self):
        """The template of the literal that starts here, and the tokens of what is interpolated."""
        hashes = re.compile(r"#*").match(self.text, self.at).group()
        self.at += len(hashes)
        quotes = '"""' if self.text.startswith('"""', self.at) else '"'
        self.at += len(quotes)
        close, escape = quotes + hashes, "\\" + hashes
        parts, inner = [""], []
        while not self.text.startswith(close, self.at):
            if self.text.startswith(escape, self.at):
                self.at += len(escape)
                kind = self.text[self.at]
                self.at += 1
                if kind == "(":
                    inner.append(self.tokens(end=")"))
                    parts += [len(inner), ""]
                elif kind == "u":
                    code = re.compile(r"\{([0-9A-Fa-f]+)\}").match(self.text, self.at)
                    self.at = code.end()
                    parts[-1] += chr(int(code.group(1), 16))
                elif kind == "\n":
                    parts[-1] += "\0joined\0"
                else:
                    parts[-1] += self.ESCAPES[kind]
            else:
                parts[-1] += self.text[self.at]
                self.at += 1
        if quotes == '"""':
            start = self.text.rfind("\n", 0, self.at) + 1
            indent = self.text[start : self.at]
            whole = "".join(f"\1{part}\2" if isinstance(part, int) else part for part in parts)
            whole = whole.replace("\0joined\0", "\0joined\0\n")
            lines = whole.split("\n")[1:-1]
            whole = "\n".join(line[len(indent) :] for line in lines).replace("\0joined\0\n", "")
        else:
            whole = "".join(f"\1{part}\2" if isinstance(part, int) else part for part in parts)
        self.at += len(close)
        return whole, inner


def shifted(text, by):
    return re.sub("\1(\\d+)\2", lambda match: f"\1{int(match.group(1)) + by}\2", text)


class Finder:
    """Finds the messages of one file."""

    def __init__(self, path):
        self.file = str(path.relative_to(ROOT))
        self.found, self.faults = [], []
        tokens = Lexer(path.read_text(encoding="utf-8"), self.file).tokens()
        self.lists, self.texts = set(), set()
        self.look(tokens)

    def look(self, tokens):
        for index, token in enumerate(tokens):
            for inner in token.inner:
                self.look(inner)
            after = tokens[index + 1].text if index + 1 < len(tokens) else ""
            before = tokens[index - 1].text if index else ""
            if token.kind != "word":
                continue
            if after == "(" and token.text in CALLS and before not in ("func", "case"):
                self.argument(tokens, index + 2, CALLS[token.text])
            elif after == "(" and token.text == "counted" and before != "func":
                self.counted(tokens, index + 2)
            elif after == "(" and token.text == "Fields":
                for at in range(index, self.closing(tokens, index + 1)):
                    if tokens[at].text == "of" and tokens[at + 1].text == ":":
                        self.argument(tokens, at + 2, 0)
            elif after == ":" and token.text in LABELS and before in ("(", ","):
                self.argument(tokens, index + 2, 0)
            elif token.text == "LocalText" and before in (":", "->", "["):
                rest = index + 1
                if before == "[":
                    self.lists.add(tokens[index - 3].text)
                    rest += 1
                if before == ":" and rest < len(tokens) and tokens[rest].text != "=" and tokens[index - 3].text == "let":
                    self.texts.add(tokens[index - 2].text)  # it gets its value elsewhere
                if rest < len(tokens) and tokens[rest].text == "=":
                    self.collect(tokens, rest + 1, self.statement(tokens, rest + 1))
                elif rest < len(tokens) and tokens[rest].text == "{":
                    self.collect(tokens, rest + 1, self.closing(tokens, rest))
            elif after == "=" and token.text in self.texts and before not in ("let", "var", ".", ","):
                self.collect(tokens, index + 2, self.statement(tokens, index + 2))
            elif after == "." and token.text in self.lists and tokens[index + 2].text == "append":
                self.argument(tokens, index + 4, 0)

    @staticmethod
    def closing(tokens, index):
        """Where the bracket at `index` closes."""
        depth = 0
        for at in range(index, len(tokens)):
            depth += (tokens[at].text in "([{") - (tokens[at].text in ")]}") if tokens[at].kind == "sign" else 0
            if depth == 0:
                return at
        return len(tokens)

    def statement(self, tokens, index):
        """Where the expression that starts at `index` ends: at a line break between two operands."""
        at = index
        while at < len(tokens):
            token = tokens[at]
            goes_on = token.kind == "sign" and (token.text in ("?", ":", "??", "+", ".", "{") or token.text == "?")
            if at > index and token.breaks and not goes_on and tokens[at - 1].text not in ("?", ":", "??", "+"):
                return at
            if token.kind == "sign" and token.text in ")]}":
                return at
            at = self.closing(tokens, at) + 1 if token.kind == "sign" and token.text in "([{" else at + 1
        return at

    def argument(self, tokens, index, number):
        """The `number`th argument of the call whose first starts at `index`."""
        start = at = index
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "sign" and token.text in ")]}" or token.text == "," and token.kind == "sign":
                if number == 0 or token.text != ",":
                    break
                number, start = number - 1, at + 1
            at = self.closing(tokens, at) + 1 if token.kind == "sign" and token.text in "([{" else at + 1
        self.collect(tokens, start, at)

    def collect(self, tokens, at, end):
        while at < end:
            token = tokens[at]
            before = tokens[at - 1]
            if token.kind == "sign" and token.text in "([" and (before.kind == "word" and before.text not in ("return", "in") or before.text in (")", "]")):
                at = self.closing(tokens, at) + 1
                continue
            if token.kind == "string" and before.text not in ("==", "!=", "case") and not (at + 1 < len(tokens) and tokens[at + 1].text in ("==", "!=")):
                text, count, line = token.text, len(token.inner), token.line
                while at + 1 < end and tokens[at + 1].text == "+":
                    if tokens[at + 2].kind != "string":
                        self.faults.append(f"{self.file}:{line}: a message is joined with what is no literal")
                        break
                    text += shifted(tokens[at + 2].text, count)
                    count += len(tokens[at + 2].inner)
                    at += 2
                self.add(text, line)
            at += 1

    def add(self, text, line, plural=None):
        if re.fullmatch("#[0-9a-f]{6}", text):
            return  # a colour
        if not plural and re.search(r"\{\d+\}", text):
            self.faults.append(f"{self.file}:{line}: a message has a number in braces, which is a place of the catalogue")
        text = text.replace("\1", "{").replace("\2", "}")
        # Of punctuation alone what another language puts otherwise.
        if re.search(r"[^\W\d_]|[:;,] ", re.sub(r"\{\d+\}", "", text)):
            self.found.append((text, plural, f"{self.file}:{line}"))

    def counted(self, tokens, index):
        close = self.closing(tokens, index - 1)
        units = [token for token in tokens[index:close] if token.kind == "string"]
        if units:
            self.add("{1} " + units[-1].text, units[-1].line, "{1} " + units[-1].text + "s")


def messages():
    """All messages: template → (plural, places)."""
    found, faults = {}, []
    for folder in SOURCES:
        place = ROOT / folder
        for path in sorted(place.rglob("*.swift")):
            if path.name == "LocalText.swift":
                continue
            finder = Finder(path)
            faults += finder.faults
            for text, plural, place in finder.found:
                known = found.setdefault(text, [plural, []])
                known[0] = known[0] or plural
                known[1].append(place)
    return found, faults


def quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = [line + "\\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-2]
    lines = [line for line in lines if line]
    return '"' + lines[0] + '"' if len(lines) == 1 else '""\n' + "\n".join(f'"{line}"' for line in lines) if lines else '""'


def unquoted(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match.group(1), match.group(1)), text)


def translations():
    """What po/zh_CN.po has: template → (translation, whether it is fuzzy)."""
    known = {}
    if not PO.exists():
        return known
    for block in PO.read_text(encoding="utf-8").split("\n\n"):
        texts, current = {}, None
        for line in block.split("\n"):
            match = re.match(r'(msgid|msgid_plural|msgstr)(?:\[0\])? "(.*)"$', line)
            if match:
                current = match.group(1)
                texts[current] = unquoted(match.group(2))
            elif line.startswith('"') and current:
                texts[current] += unquoted(line[1:-1])
        if texts.get("msgid"):
            known[texts["msgid"]] = (texts.get("msgstr", ""), "#, fuzzy" in block)
    return known


def catalogue(found, known, language):
    blocks = [HEADER % language]
    for text, (plural, places) in found.items():
        files = sorted({place.rpartition(":")[0] for place in places})
        block = "".join(f"#: {file}\n" for file in files) + f"msgid {quoted(text)}\n"
        translation, fuzzy = known.get(text, ("", False))
        if fuzzy:
            block = "#, fuzzy\n" + block
        block += f"msgid_plural {quoted(plural)}\nmsgstr[0] " if plural else "msgstr "
        blocks.append(block + quoted(translation) + "\n")
    return "\n".join(blocks)


def c_quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("??", "?\\?") + '"'


def compiled(found, known):
    rows = sorted((text.encode(), known[text][0]) for text in found if known.get(text, ("",))[0] and not known[text][1])
    body = "".join(f"  {{{c_quoted(text.decode())},\n    {c_quoted(translation)}}},\n" for text, translation in rows)
    return (
        "// Made by contrib/generate/catalogue.py from po/zh_CN.po.\n"
        '#include "message_data.h"\n\n'
        f"static const struct notifier_message messages[] = {{\n{body}}};\n\n"
        "const struct notifier_message *notifier_all_messages(void) { return messages; }\n"
        f"const int notifier_message_count = {len(rows)};\n"
    )


def step(text, translation):
    """Whether a translation has the places of its message, and line breaks where that ends in one."""
    places = lambda each: sorted(set(re.findall(r"\{\d+\}", each)))
    return places(text) == places(translation) and text.endswith("\n") == translation.endswith("\n")


def main():
    found, faults = messages()
    known = translations()
    faults += [f"po/zh_CN.po: not translated: {text!r}" for text in found if not known.get(text, ("",))[0]]
    faults += [f"po/zh_CN.po: fuzzy: {text!r}" for text in found if known.get(text, ("", False))[1]]
    faults += [f"po/zh_CN.po: other places than the English has: {text!r}" for text in found
               if known.get(text, ("",))[0] and not step(text, known[text][0])]
    files = {POT: catalogue(found, {}, ""), PO: catalogue(found, known, "zh_CN"), C: compiled(found, known)}
    if "--check" in sys.argv:
        faults += [f"po/zh_CN.po: unused: {text!r}" for text in known if text not in found]
        faults += [f"{path.relative_to(ROOT)}: not up to date; run contrib/generate/catalogue.py" for path, text in files.items()
                   if not path.exists() or path.read_text(encoding="utf-8") != text]
    else:
        for path, text in files.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    print("".join(f"{fault}\n" for fault in faults), end="")
    sys.exit(1 if faults else 0)


main()
