/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'connections.act': { student_uid: '{other}', type: 'request' },
};
