/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'school-data.club-members': { id: '999' },
  'school-data.attendees': { id: '999' },
};

export const admitted = { 'school-data.club-members': 404, 'school-data.attendees': 404 };
