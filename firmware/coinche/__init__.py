"""The rules of belote coinchée: integers in, integers out.  No clock, file, pixel or language."""
