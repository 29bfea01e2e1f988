/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
const missing = { id: '999' };
const week = { from: '2026-11-16', to: '2026-11-23', timeZone: 'Europe/Berlin' };
export const inputs = {
  'calendar.list': week,
  'calendar.conflicts': week,
  'calendar.busy': week,
  'calendar.choose-sources': { hidden: ['academic'] },
  'calendar-entries.read': missing,
  'calendar-entries.create': {
    clientId: '0190f0e0-0000-7000-8000-0000000000c1',
    title: 'Dentist',
    dateStart: '2026-11-17T10:00',
    dateEnd: '2026-11-17T11:00',
    timeZone: 'Europe/Berlin',
  },
  'calendar-entries.update': { ...missing, version: 0, title: 'Doctor' },
  'calendar-entries.delete': missing,
  'calendar-subscriptions.create': { url: 'http://127.0.0.1:9/x.ics', color: 0 },
  'calendar-subscriptions.upload': {
    name: 'Holidays',
    color: 1,
  },
  'calendar-subscriptions.update': { ...missing, name: 'Holidays' },
  'calendar-subscriptions.read-again': missing,
  'calendar-subscriptions.delete': missing,
  'calendar-feeds.create': { name: 'Phone', kinds: ['own'] },
  'calendar-feeds.renew': missing,
  'calendar-feeds.delete': missing,
  'calendar-passwords.create': { name: 'Phone' },
  'calendar-passwords.delete': missing,
};

export const admitted = {
  'calendar-entries.read': 404,
  'calendar-entries.update': 404,
  'calendar-subscriptions.create': 422,
  'calendar-subscriptions.upload': 422,
  'calendar-subscriptions.update': 404,
  'calendar-subscriptions.read-again': 404,
  'calendar-feeds.renew': 404,
};
