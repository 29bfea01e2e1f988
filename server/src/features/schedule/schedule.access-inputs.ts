/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'schedule.list': { range: 0, limit: 20 },
  'schedule.change-sharing': { audience: 'connections' },
  'schedule.free': { with: '{other}', from: '2026-11-23', to: '2026-11-24' },
};

/** The request has no form. */
export const admitted = { 'schedule.change-config': 415 };
