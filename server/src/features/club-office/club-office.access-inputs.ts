/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'club-office.overview': { id: '999' },
  'club-office.people': { id: '999' },
  'club-office.log': { id: '999' },
};

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
