/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'connections.acceptAll': { until: '2026-01-01T00:00:00Z' },
  'connections.act': { student_uid: '{other}', type: 'request' },
};
