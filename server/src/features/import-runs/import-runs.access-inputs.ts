/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'import-runs.begin': { source: 'autumn.zip' },
  'import-runs.upload': { id: '1', name: 'people.csv' },
  'import-runs.check': { id: '1' },
  'import-runs.confirm': { id: '1' },
  'import-runs.cancel': { id: '1' },
  'imports.undo': { id: '1' },
  'imports.clubs': { name: 'clubs.csv', dryRun: 'yes' },
  'imports.events': { name: 'events.csv', dryRun: 'yes' },
  'imports.courses': { name: 'courses.csv', dryRun: 'yes' },
};

export const admitted = {
  // The new run has no files.
  'import-runs.confirm': 409,
  'imports.undo': 404,
};
