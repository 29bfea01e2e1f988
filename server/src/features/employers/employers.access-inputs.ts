const id = '999';
const clientId = '0190f0e0-0000-7000-8000-00000000e0';
const job = {
  title: 'Library desk, evenings',
  kind: 'part_time',
  description: 'You lend books and answer questions.',
  closesAt: '2099-01-10T08:00:00Z',
  apply: 'here',
};
const contact = { name: 'Mara Reed', email: 'mara@reed.example' };

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'employers.list': {},
  'employers.create': {
    clientId: `${clientId}0a`,
    name: 'Reed Analytics',
    website: 'https://reed.example',
    contact,
  },
  'employers.update': { id, name: 'Reed' },
  'employers.invite': { id, clientId: `${clientId}0b`, ...contact, email: 'nora@reed.example' },
  'employers.invite-again': { id, contact: id },
  'employers.contact-delete': { id, contact: id },
  'employers.delete': { id },
  'employers.suspend': { id },
  'employers.restore': { id },
  'employer.request-link': { email: 'nobody@reed.example' },
  'employer.sign-in': { link: 'a-link-that-nobody-has-received' },
  'employer.account': {},
  'employer.data': {},
  'employer.jobs': {},
  'employer.job': { id },
  'employer.job-create': { clientId: `${clientId}0c`, ...job },
  'employer.job-update': { id, version: 1, title: 'Library desk' },
  'employer.job-submit': { id },
  'employer.job-close': { id },
  'employer.job-delete': { id },
  'employer.applications': { id },
  'employer.decide': { id, application: id, state: 'shortlisted', message: 'Let’s talk.' },
  'employer.sign-out': {},
};

export const admitted = {
  'employers.update': 404,
  'employers.invite': 404,
  'employers.invite-again': 404,
  'employers.contact-delete': 404,
  'employers.delete': 404,
  'employers.suspend': 404,
  'employers.restore': 404,
  'employer.sign-in': 404,
};
