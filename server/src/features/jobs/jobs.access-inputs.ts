const id = '999';
const clientId = '0190f0e0-0000-7000-8000-0000000000';
const job = {
  title: 'Library desk, evenings',
  kind: 'on_campus',
  description: 'You lend books and answer questions.',
  closesAt: '2099-01-10T08:00:00Z',
  apply: 'here',
};

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'jobs.list': { list: 'open' },
  'jobs.get': { id },
  'jobs.create': { clientId: `${clientId}0a`, club: id, ...job },
  'jobs.update': { id, version: 1, title: 'Library desk' },
  'jobs.submit': { id },
  'jobs.close': { id },
  'jobs.delete': { id },
  'jobs.save': { id },
  'jobs.unsave': { id },
  'jobs.apply': { id, note: 'I worked at a library before.' },
  'jobs.withdraw': { id },
  'jobs.applications': { id },
  'jobs.decide': { id, uid: '{other}', state: 'shortlisted', message: 'Let’s talk on Monday.' },
  'jobs.searches': {},
  'jobs.search-create': { clientId: `${clientId}0b`, search: 'library', alerts: 'daily' },
  'jobs.search-update': { id, alerts: 'off' },
  'jobs.search-delete': { id },
};

const open = ['jobs.list', 'jobs.searches', 'jobs.search-create', 'jobs.search-delete'];
export const admitted = Object.fromEntries(
  Object.keys(inputs)
    .filter((name) => !open.includes(name))
    .map((name) => [name, 404]),
);
