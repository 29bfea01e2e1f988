/** The CSV files of our own format, in the order in which they are read. Any of them may be missing. */
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
] as const;
export type CampusFile = (typeof campusFiles)[number];
