/**
 * Returns true if text on a color is black, otherwise it is white (product text §9). Components of the color are 0 to 255. This
 * file doesn't import zod because the browser uses it at run time.
 */
export const isTextBlackOn = (red: number, green: number, blue: number): boolean =>
  // The tolerance covers rounding errors of computed colors.
  (299 * red + 587 * green + 114 * blue) / 1000 >= 128 - 1e-9;
