"""What can be drawn and how it gets onto the glass.  Knows nothing of cards."""
