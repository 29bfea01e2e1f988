/** Returns the heading of a name in an alphabetical list: its first letter, or `#` if it begins with none. */
export const initialOf = (name: string): string => {
  const first = [...name.normalize('NFD')][0] ?? '#';
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase('en') : '#';
};
