"""Second readings of RULES.md: naive models that the tests hold against the firmware."""
