/* Taxes are hundredths of a percent. People enter percent with up to two decimals. */

/** Returns the percent of a tax to edit, empty for none. */
export const percentText = (basisPoints: number): string =>
  basisPoints === 0 ? '' : String(basisPoints / 100);

/** Returns the tax that someone entered, or null if it isn't a number from 0 to 100. */
export const basisPointsOf = (percent: string): number | null => {
  if (percent.trim() === '') return 0;
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(percent.trim())) return null;
  const points = Math.round(Number(percent.trim().replace(',', '.')) * 100);
  return points <= 10_000 ? points : null;
};
