/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'connections.act': { student_uid: '{other}', type: 'request' },
};
