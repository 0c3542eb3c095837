# The rules of belote coinchée: integers in, integers out.  No clock, no file, no pixel, no language.
