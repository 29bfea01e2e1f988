/**
 * Whether text on a colour is black; else it is white (product text §9). Parts of the colour from 0 to 255. No zod here: the
 * browser imports this at run time.
 */
export const isTextBlackOn = (red: number, green: number, blue: number): boolean =>
  // A colour computed in fractions may miss the bound by one of them.
  (299 * red + 587 * green + 114 * blue) / 1000 >= 128 - 1e-9;
