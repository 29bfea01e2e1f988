/**
 * Returns the letter under which a list with letter headings shows a name. `#` if the name doesn't begin with a letter.
 */
export const initialOf = (name: string): string => {
  const first = [...name.normalize('NFD')][0] ?? '#';
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase('en') : '#';
};
