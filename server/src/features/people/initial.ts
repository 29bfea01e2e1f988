/** The letter under which a name stands in a list that has letters as headings; `#`: it begins with none. */
export const initialOf = (name: string): string => {
  const first = [...name.normalize('NFD')][0] ?? '#';
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase('en') : '#';
};
