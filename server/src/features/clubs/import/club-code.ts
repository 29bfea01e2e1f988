/** Returns the SQL of a club's code in lists. A club without one is named by its id. */
export const clubCode = (club: string): string =>
  `coalesce(${club}.code, 'club-' || ${club}.id::text)`;
