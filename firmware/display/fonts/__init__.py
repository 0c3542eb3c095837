"""Bitmaps made by tools/fonts.py from the DejaVu fonts 2.37 (npm package dejavu-fonts-ttf).

DejaVu: fonts are (c) Bitstream, Inc. 2003 (Bitstream Vera), DejaVu changes are in the public
domain, glyphs imported from Arev are (c) Tavmjong Bah 2006. Free to use, modify, embed and sell
as part of a larger package; modified versions must not be called Bitstream, Vera, Tavmjong Bah
or Arev. The full text is the file LICENSE of that package. The pips and accents are ours.
"""
