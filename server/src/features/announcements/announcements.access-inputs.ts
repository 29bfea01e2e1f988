/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'announcements.announce': {
    text: 'The library opens at 9.',
    link: null,
    kind: 'info',
    accountTypes: [],
    startsAt: '2027-01-01T00:00:00Z',
    endsAt: '2027-01-02T00:00:00Z',
  },
  'announcements.dismiss': { id: '999' },
  'announcements.create': {
    text: 'The library closes at 6 pm on Friday.',
    link: { url: 'https://library.example/', label: 'Opening hours' },
    kind: 'info',
    accountTypes: [],
    startsAt: '2027-01-15T08:00:00.000Z',
    endsAt: '2027-01-16T08:00:00.000Z',
  },
  'announcements.update': {
    id: '999',
    version: 1,
    text: 'The library closes at 5 pm on Friday.',
    link: null,
    kind: 'warning',
    accountTypes: ['Student'],
    startsAt: '2027-01-15T08:00:00.000Z',
    endsAt: '2027-01-16T08:00:00.000Z',
  },
  'announcements.delete': { id: '999' },
};

export const admitted = {
  'announcements.dismiss': 404,
  'announcements.update': 404,
  'announcements.delete': 404,
};
