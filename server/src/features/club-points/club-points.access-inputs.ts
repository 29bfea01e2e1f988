const id = '999';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'club-points.list': { id },
  'club-points.give': {
    id,
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    uids: ['{other}'],
    points: 5,
    reason: 'Helped at the fair',
  },
  'club-points.reverse': { id, line: '1' },
  'club-points.settings': { id },
  'club-points.change-settings': { id, version: 0, points: { joined: 10 } },
};

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
