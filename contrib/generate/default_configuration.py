#!/usr/bin/env python3
"""Writes Sources/Alarms/Configuration/DefaultConfiguration.swift from etc/notifier.yaml."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    text = (ROOT / "etc/notifier.yaml").read_text(encoding="utf-8")
    assert '"""#' not in text
    lines = "\n".join("  " + line if line else "" for line in text.splitlines())
    (ROOT / "Sources/Alarms/Configuration/DefaultConfiguration.swift").write_text(
        f'''/// What is in force for a person who has no file of their own: the text of etc/notifier.yaml.
///
/// Made by contrib/generate/default_configuration.py; a test holds the two equal.
package let defaultConfiguration = #"""
{lines}

  """#
''',
        encoding="utf-8",
    )


main()
