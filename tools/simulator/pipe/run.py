"""The one file of the bench's child that is run as source: the others may be compiled."""

from setup import run

run()
