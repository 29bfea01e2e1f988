/** The CSV files of our own format, in the order in which they are read. All are optional. */
export const campusFiles = [
  'people.csv',
  'connections.csv',
  'clubs.csv',
  'club-members.csv',
  'club-officers.csv',
  'events.csv',
  'terms.csv',
  'courses.csv',
  'sections.csv',
  'meetings.csv',
  'section-members.csv',
  'charges.csv',
  'payments.csv',
  'holds.csv',
  'club-accounts.csv',
  'ledger-entries.csv',
] as const;
export type CampusFile = (typeof campusFiles)[number];

/** Columns of staged lists that contain one username or a list of usernames. */
export const usernameColumns: Readonly<
  Partial<Record<CampusFile, { columns: readonly string[]; lists: readonly string[] }>>
> = {
  'people.csv': { columns: ['username'], lists: [] },
  'connections.csv': { columns: ['a', 'b'], lists: [] },
  'club-members.csv': { columns: ['username'], lists: [] },
  'club-officers.csv': { columns: ['username'], lists: [] },
  'events.csv': { columns: [], lists: ['hosts', 'invited'] },
  'section-members.csv': { columns: ['username'], lists: [] },
  'charges.csv': { columns: ['username'], lists: [] },
  'payments.csv': { columns: ['username'], lists: [] },
  'holds.csv': { columns: ['username', 'contact'], lists: [] },
};

/** Required columns of each list, as they appear in its header. */
export const requiredColumns: Readonly<Record<CampusFile, readonly string[]>> = {
  'people.csv': ['username'],
  'connections.csv': ['a', 'b', 'status'],
  'clubs.csv': ['code'],
  'club-members.csv': ['club', 'username'],
  'club-officers.csv': ['club', 'username', 'position'],
  'events.csv': ['code'],
  'terms.csv': ['code'],
  'courses.csv': ['code'],
  'sections.csv': ['code'],
  'meetings.csv': ['section', 'meeting', 'start', 'end'],
  'section-members.csv': ['section', 'username'],
  'charges.csv': ['id', 'username', 'amount'],
  'payments.csv': ['id', 'username', 'amount'],
  'holds.csv': ['id', 'username'],
  'club-accounts.csv': ['code'],
  'ledger-entries.csv': ['entry', 'account', 'amount'],
};
