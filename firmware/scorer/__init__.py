"""The appliance: what a key press does, what is on the screen, when it is saved."""
