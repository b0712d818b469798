"""Builds what the comparisons ask: our engine behind lines of text, and libical behind the same."""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILT = ROOT / ".build/oracle"


def run(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"contrib/oracle/compare: error: {command[0]} failed; make build shows what is missing\n{done.stderr}")
    return done.stdout


def build_check():
    """The Swift program; its path."""
    BUILT.mkdir(parents=True, exist_ok=True)
    swiftc = shutil.which(os.environ.get("SWIFT", "swift"))
    if swiftc is None:
        sys.exit("contrib/oracle/compare: error: there is no swift; install it from https://www.swift.org/install/linux/")
    compile = [pathlib.Path(swiftc).with_name("swiftc"), "-O", "-wmo", "-swift-version", "6", "-parse-as-library"]
    sources = sorted((ROOT / "Sources/Workdays").glob("*.swift"))
    run([*compile, "-emit-object", "-emit-module", "-emit-module-path", BUILT / "Workdays.swiftmodule",
         "-module-name", "Workdays", "-package-name", "notifier", *sources, "-o", BUILT / "Workdays.o"])
    support = [ROOT / "Tests/WorkdaysTests/Support" / f"{name}.swift" for name in ("Checksum", "Files", "WorkdayQuestion")]
    run([*compile, "-static-stdlib", "-module-name", "Check", "-package-name", "notifier", "-I", BUILT,
         HERE / "check.swift", *support, BUILT / "Workdays.o", "-o", BUILT / "check"])
    return BUILT / "check"


def build_libical():
    """The C program; its path."""
    BUILT.mkdir(parents=True, exist_ok=True)
    flags = run(["pkg-config", "--cflags", "--libs", "libical"]).split()
    run(["cc", "-O2", "-o", BUILT / "libical", HERE / "libical.c", *flags])
    return BUILT / "libical"
