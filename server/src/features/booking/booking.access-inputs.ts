const missing = '999';
const officeKind = {
  name: 'Advising',
  minutes: 30,
  place: '',
  link: '',
  questions: [],
  needsConfirmation: false,
};

/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'booking.people': { search: 'a' },
  'booking.page': { uid: '{other}' },
  'booking.slots': { uid: '{other}', from: '2026-11-23', to: '2026-11-24' },
  'booking.create': {
    uid: '{other}',
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    slot: '2026-11-23T10:00:00Z',
    kind: '1',
  },
  'booking.list': { list: 'coming' },
  'booking.move': { id: missing, slot: '2026-11-23T10:00:00Z' },
  'booking.confirm': { id: missing },
  'booking.cancel': { id: missing },
  'booking.change-offer': {
    isOpen: true,
    timeZone: 'Europe/Berlin',
    note: '',
    hours: [{ weekday: 1, from: '09:00', to: '12:00' }],
    exceptions: [],
    noticeMinutes: 120,
    cancelMinutes: 120,
    daysAhead: 30,
    dailyLimit: null,
    bufferBefore: 0,
    bufferAfter: 0,
    // Refused to all alike: otherwise admins are served and others are not.
    version: -1,
    kinds: [],
  },
  'booking.mobile': { uid: '{other}' },
  'booking-offices.page': { id: missing },
  'booking-offices.slots': { id: missing },
  'booking-offices.book': {
    id: missing,
    clientId: '0190f0e0-0000-7000-8000-000000000002',
    slot: '2026-11-23T10:00:00Z',
  },
  'booking-offices.settings': { id: missing },
  'booking-offices.create': {
    clientId: '0190f0e0-0000-7000-8000-000000000003',
    name: 'Advising',
    note: '',
    isOpen: true,
    people: ['{other}'],
    kind: officeKind,
  },
  'booking-offices.update': {
    id: missing,
    version: 1,
    name: 'Advising',
    note: '',
    isOpen: true,
    people: ['{other}'],
    kind: officeKind,
  },
  'booking-offices.delete': { id: missing },
};

export const admitted = {
  'booking.create': 409,
  'booking.move': 404,
  'booking.confirm': 404,
  'booking.cancel': 404,
  'booking-offices.page': 404,
  'booking-offices.slots': 404,
  'booking-offices.book': 404,
  'booking-offices.settings': 404,
  'booking-offices.update': 404,
  'booking.change-offer': 400,
};
