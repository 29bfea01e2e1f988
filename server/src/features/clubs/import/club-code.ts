/** Returns the SQL of a club's code in lists. Clubs without a code get one from their id. */
export const clubCode = (club: string): string =>
  `coalesce(${club}.code, 'club-' || ${club}.id::text)`;
