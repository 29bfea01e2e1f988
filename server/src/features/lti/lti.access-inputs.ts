/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
const ticket = 'a-ticket-that-nobody-was-given';
const registration = {
  name: 'Canvas',
  authorizationUrl: 'https://canvas.example.edu/authorize',
  tokenUrl: 'https://canvas.example.edu/token',
  keysUrl: 'https://canvas.example.edu/jwks',
  deployments: ['1'],
};

export const inputs = {
  'lti.login': { iss: 'https://canvas.example.edu', login_hint: 'x' },
  'lti.login-form': { iss: 'https://canvas.example.edu', login_hint: 'x' },
  'lti.logins.create': { iss: 'https://canvas.example.edu', login_hint: 'x' },
  'lti.launch': { state: 'none', id_token: 'none' },
  'lti.session': { ticket, inFrame: true },
  'lti.links.create': { ticket },
  'lti.links.delete': { platform: '1' },
  'lti.courses.read': { id: '1' },
  'lti.courses.update': { id: '1', section: '1' },
  'lti.rosters.list': { section: '1' },
  'lti.rosters.update': { id: '1' },
  'lti.answers.create': { ticket, item: { kind: 'event', id: '1' } },
  'lti-platforms.create': {
    ...registration,
    issuer: 'https://canvas.example.edu',
    clientId: 'one-of-the-matrix',
  },
  'lti-platforms.update': { ...registration, platform: '1', version: 1 },
  'lti-platforms.delete': { platform: '1' },
};

export const admitted = {
  // These redirect to the page with the reason.
  'lti.login': 303,
  // These calls only read form bodies.
  'lti.login-form': 415,
  'lti.launch': 415,
  'lti.logins.create': 400,
  'lti.session': 400,
  'lti.links.create': 400,
  'lti.links.delete': 404,
  'lti.courses.read': 404,
  'lti.courses.update': 404,
  'lti.rosters.update': 404,
  'lti.answers.create': 400,
  'lti-platforms.update': 404,
  'lti-platforms.delete': 404,
};
