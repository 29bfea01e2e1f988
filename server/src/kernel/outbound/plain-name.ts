/** A mail names a person with at most so many characters. */
const longest = 60;

/**
 * A name as a mail to somebody outside the school has it: letters, marks, spaces, apostrophes, hyphens and the periods of
 * initials. People write their own names and those of others; mail programs make links of addresses in them, so nothing is left of
 * which one could be made. Empty if the name has none of these.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\s.'’-]+/gu, ' ')
    .replace(/\.(?=\S)/gu, '. ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
