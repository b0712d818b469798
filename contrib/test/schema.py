#!/usr/bin/env python3
"""Holds configurations against the JSON Schema with jsonschema, an implementation of its own.

    schema.py ANSWERS               for each text on standard input, one JSON string a line, writes a line to ANSWERS:
                                    "good", or why it is refused; before the first one "ready"
    schema.py --mutations FILE      for each change that may spoil the configuration in FILE, prints a line:
                                    {"text": the changed one as JSON, "what": the change, "fault": why the schema refuses it, or null}
    schema.py --unbroken FILE…      prints the constraints of the schema that no such change of these files breaks

YAML is read as editors do: by the core schema of YAML 1.2.2 (10.3.2), keys as text.
"""

import copy
import json
import re
import sys
from pathlib import Path

try:
    import jsonschema
    import yaml
except ImportError:
    # What is absent is told to whom it may concern; the tests say that they skip.
    if sys.argv[1:] and not sys.argv[1].startswith("--"):
        Path(sys.argv[1]).open("w").write("absent\n")
    sys.exit(3)

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "contrib/schema/notifier.schema.json").read_text(encoding="utf-8"))


class Core(yaml.SafeLoader):
    """The core schema in place of YAML 1.1's types."""

    yaml_implicit_resolvers = {}

    def construct_pairs_as_text(self, node):
        return {self.construct_scalar(key): self.construct_object(value, deep=True) for key, value in node.value}


for tag, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    ("float", r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$", list("-+.0123456789")),
]:
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)


def integer(loader, node):
    text = loader.construct_scalar(node)
    return int(text, 0) if text[:2] in ("0x", "0o") else int(text)


Core.add_constructor("tag:yaml.org,2002:int", integer)
Core.add_constructor("tag:yaml.org,2002:map", Core.construct_pairs_as_text)

validator = jsonschema.Draft202012Validator(SCHEMA)


def leaves(error):
    """The errors that an error comes from, those of alternatives included."""
    for inner in error.context:
        yield from leaves(inner)
    yield error


def fault(tree):
    error = next(validator.iter_errors(tree), None)
    return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" if error else None


def answer(path):
    with open(path, "w", encoding="utf-8") as answers:
        print("ready", file=answers, flush=True)
        for line in sys.stdin:
            print(fault(yaml.load(json.loads(line), Core)) or "good", file=answers, flush=True)


SPOILT = ["", "?!", " ", "NO", "a, b", "a (b)", "{{nothing}}", "{{", {}, {"zzzz": 1}, {"a b": "c"}, [], [None], [""], ["?!"]]
SPOILT += [["a (b)"], [[]], None, True, 0, -1, 1000000000, -1000000000, [1000000000], [-1000000000]]


def nodes(tree, path=()):
    yield path, tree
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else []
    for key, value in entries:
        yield from nodes(value, (*path, key))


def changed(tree, path, change):
    tree = copy.deepcopy(tree)
    holder = tree
    for step in path[:-1]:
        holder = holder[step]
    change(holder, path[-1])
    return tree


def mutations(tree):
    """Pairs of what is changed and the changed tree; first of all nothing."""
    yield "nothing", tree
    for path, value in nodes(tree):
        place = "/".join(map(str, path))
        if isinstance(value, dict):
            more = {**value, "zzzz": 1}
            yield f"{place} with zzzz", changed(tree, path, lambda holder, key: holder.__setitem__(key, more)) if path else more
        if not path:
            continue
        if isinstance(path[-1], str):
            yield f"{place} left out", changed(tree, path, lambda holder, key: holder.pop(key))
        for spoilt in SPOILT + ([value * 20] if isinstance(value, list) else []):
            def put(holder, key):
                holder[key] = spoilt
            yield f"{place}: {json.dumps(spoilt)}", changed(tree, path, put)


def load(path):
    """The configurations of a file, with `---` between them."""
    return yaml.load_all(Path(path).read_text(encoding="utf-8"), Core)


def constraints(schema, path=()):
    """Where the schema constrains something: the keywords that can fail of themselves."""
    if isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from constraints(inner, (*path, index))
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("pattern", "minLength", "minItems", "maxItems", "minimum", "maximum", "minProperties", "maxProperties", "enum", "required") or (
                key == "additionalProperties" and value is False
            ):
                yield (*path, key)
            elif key not in ("examples", "enum", "const", "description", "$comment", "if", "not"):
                yield from constraints(value, (*path, key))


def identity(schema_path):
    """A constraint's place in the schema itself: behind a reference its definition's."""
    found, here = (), SCHEMA
    for step in schema_path:
        # jsonschema goes through a reference without a word.
        while isinstance(here, dict) and step not in here:
            name = here["$ref"].rpartition("/")[2]
            found, here = ("$defs", name), SCHEMA["$defs"][name]
        found, here = (*found, step), here[step]
    return found


def unbroken(paths):
    left = set(constraints(SCHEMA))
    for tree in (each for path in paths for whole in load(path) for _, each in mutations(whole)):
        for error in validator.iter_errors(tree):
            left -= {identity(leaf.absolute_schema_path) for leaf in leaves(error)}
    return sorted("/".join(map(str, each)) for each in left)


def main():
    if sys.argv[1] == "--mutations":
        for what, tree in (each for whole in load(sys.argv[2]) for each in mutations(whole)):
            print(json.dumps({"text": json.dumps(tree), "what": what, "fault": fault(tree)}))
    elif sys.argv[1] == "--unbroken":
        print("\n".join(unbroken(sys.argv[2:])), end="")
    else:
        answer(sys.argv[1])


main()
