const id = '999';
const clientId = '0190f0e0-0000-7000-8000-000000000002';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'club-registrations.create': { clientId },
  'club-registrations.renew': { id, clientId },
  'club-registrations.get': { id },
  'club-registrations.update': { id, version: 1, name: 'Chess Corner' },
  'club-registrations.submit': { id, version: 1 },
  'club-registrations.accept': { id, isAccepted: true },
  'club-registrations.delete': { id },
  'club-registrations.freeze': { clubs: [id] },
  'club-registrations.unfreeze': { clubs: [id] },
  'club-registrations.setup-update': { version: 0, registrants: 'everybody' },
  'club-registrations.form-update': { version: 0, definition: { questions: [] } },
  'club-registrations.window-update': {
    name: '2027',
    opensAt: '2099-01-01T00:00:00Z',
    closesAt: '2099-02-01T00:00:00Z',
  },
};

export const admitted = Object.fromEntries(
  ['renew', 'get', 'update', 'submit', 'accept', 'delete'].map((name) => [
    `club-registrations.${name}`,
    404,
  ]),
);
