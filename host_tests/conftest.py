"""Each worker of the test run keeps to one core: bench and firmware take turns over a pipe, and on
one core that costs a fifth less time than across two."""

import os


def pytest_configure():
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(worker[2:]) % len(cores)]})
