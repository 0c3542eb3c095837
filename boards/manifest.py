# What an image with the program frozen in holds: the program as tools/frozen.py lays it beside a
# copy of this file, the _boot.py of boards/, and of the port's own modules the one that knows the
# partition.  No network, no asyncio: nothing of the program asks for them.
freeze("$(PORT_DIR)/modules", "flashbdev.py")  # noqa: F821
freeze("program", opt=3)  # noqa: F821
