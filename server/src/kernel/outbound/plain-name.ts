/** Maximum characters of a name in an email. */
const longest = 60;

/**
 * Returns a name for emails to people outside the school: only letters, marks, spaces, apostrophes, hyphens, and the periods of initials.
 * People choose their names, and mail programs turn addresses into links, so nothing remains that could become a link. Empty if the name
 * has no such characters.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\s.'’-]+/gu, ' ')
    .replace(/\.(?=\S)/gu, '. ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
