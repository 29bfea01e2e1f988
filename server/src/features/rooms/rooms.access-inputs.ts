const room = { name: 'A 101', building: 'Linden', capacity: 30, note: '', isActive: true };

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'rooms.list': { search: 'a' },
  'rooms.create': { ...room, clientId: '0190f0e0-0000-7000-8000-000000000004' },
  'rooms.update': { id: '999', version: 1, ...room },
  'rooms.delete': { id: '999' },
};

export const admitted = { 'rooms.update': 404 };
