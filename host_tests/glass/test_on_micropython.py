"""The tests of this folder and of the refresh policy once more, in a MicroPython process."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "test_panels",
    "test_model",
    "test_ultrachip",
    "test_driver",
    "test_world",
    "test_refresh",
)
RUN = """
import sys
module = __import__(sys.argv[1])
count = 0
for name in sorted(dir(module)):
    if name.startswith("test_"):
        print(name)
        getattr(module, name)()
        count += 1
print("passed", count)
"""


@pytest.mark.parametrize("module", MODULES)
def test_passes_on_micropython(module, tmp_path):
    binary = Path(sys.executable).parent / "micropython"
    assert binary.exists(), "MicroPython is missing: make test installs it"
    script = tmp_path / "run.py"
    script.write_text(RUN)
    places = ("firmware", "tools/simulator", "host_tests/glass", "host_tests/pure")
    path = ":".join([str(ROOT / place) for place in places] + [".frozen"])
    result = subprocess.run(
        [binary, "-X", "heapsize=8M", script, module],
        env={"MICROPYPATH": path},
        capture_output=True,
        text=True,
    )
    lines = result.stdout.split("\n")
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    source = next(ROOT.glob("host_tests/*/" + module + ".py")).read_text()
    assert lines[-2] == "passed %d" % source.count("\ndef test_")
