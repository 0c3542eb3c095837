"""What all tests have in common: nobody looks through the garbage. The firmware asks for it before
large tables, which takes a moment on a device and a second in a process that holds all tests."""

import gc
from unittest import mock

import pytest


def pytest_collection_finish():
    gc.freeze()  # what is here now stays


@pytest.fixture(autouse=True, scope="session")
def no_collector():
    with mock.patch("gc.collect", lambda generation=2: 0):
        yield
