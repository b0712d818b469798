#!/usr/bin/env python3
"""Writes Sources/Alarms/Configuration/DefaultConfiguration.swift from etc/notifier.yaml.

What is built in fetches nothing: the entries of `holidaySources:` become comments, which who installs the file takes over.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    text = (ROOT / "etc/notifier.yaml").read_text(encoding="utf-8")
    assert '"""#' not in text
    fetched = re.search(r"^holidaySources:\n(?:  .*\n)+", text, re.M).group()
    text = text.replace(fetched, "".join(f"# {line}\n" for line in fetched.splitlines()))
    lines = "\n".join("  " + line if line else "" for line in text.splitlines())
    (ROOT / "Sources/Alarms/Configuration/DefaultConfiguration.swift").write_text(
        f'''/// What is in force for a person who has no file of their own: the text of etc/notifier.yaml, which fetches
/// nothing until it is installed.
///
/// Made by contrib/generate/default_configuration.py; a test holds the two equal.
package let defaultConfiguration = #"""
{lines}

  """#
''',
        encoding="utf-8",
    )


main()
