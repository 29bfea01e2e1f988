const day = '2026-11-18';
const clientId = '01938f00-0000-7000-8000-000000000065';
const visit = 'no-visit-at-all-no-visit';

/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'finances.payment-link': { account: '999' },
  'finances.statement': { account: '999', format: 'csv' },
  'finances.proxy-create': {
    clientId,
    name: 'Teresa',
    email: 'teresa@example.com',
    items: ['balance'],
    until: '2027-06-30',
  },
  'finances.proxy-revoke': { id: '999' },
  'finances.proxy-reads': { id: '999' },
  'finances.proxy-code': { link: visit },
  'finances.proxy-begin': { link: visit, code: '12345678' },
  'finances.proxy-end': { visit },
  'finances.proxy-read': { visit },
  'finances.proxy-statement': { visit, account: '999', format: 'csv' },
  'finances.people': { search: 'an' },
  'finances.read-student': { uid: '999999' },
  'finances.add-line': {
    uid: '999999',
    clientId,
    kind: 'charge',
    title: 'Laboratory fee',
    amount: 8_500,
    currency: 'USD',
    date: day,
  },
  'finances.reverse-line': { id: '999', reason: 'Entered twice' },
  'finances.add-hold': {
    uid: '999999',
    clientId,
    kind: 'library',
    office: 'Library',
    since: day,
    reason: 'A book is overdue.',
    blocks: ['registration'],
  },
  'finances.lift-hold': { id: '999' },
  'finances.change-settings': {
    currency: 'USD',
    payUrl: 'https://pay.example.edu/',
    contactName: 'Bursar',
    contactEmail: '',
    contactPhone: '',
    bookingOffice: null,
    version: 999,
  },
  'finances.import': { name: 'charges.csv', dryRun: 'yes' },
};

export const admitted = {
  'finances.payment-link': 409,
  'finances.statement': 404,
  'finances.proxy-revoke': 404,
  'finances.proxy-reads': 404,
  'finances.proxy-code': 404,
  'finances.proxy-begin': 404,
  'finances.proxy-read': 403,
  'finances.proxy-statement': 403,
  'finances.read-student': 404,
  'finances.add-line': 404,
  'finances.reverse-line': 404,
  'finances.add-hold': 404,
  'finances.lift-hold': 404,
  'finances.change-settings': 409,
};
