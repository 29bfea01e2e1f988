/** Returns a share in whole percent, or with one decimal below 1 %. */
export const percentOf = (part: number, whole: number): number => {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return percent < 1 ? Math.round(percent * 10) / 10 : Math.round(percent);
};
