const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' },
};
const challenge = 'not a challenge';

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'sessions.end': { id: '00000000-0000-4000-8000-000000000000' },
  'sessions.end-all': { keepCurrent: true },
  'sessions.confirm': { password: 'not the password' },
  'sessions.login': { email: 'x@y.z', password: 'nothing' },
  'passkeys.create': {
    name: 'X',
    response: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { attestationObject: 'AAAA', clientDataJSON: 'AAAA' },
    },
  },
  'passkeys.update': { id: '1', name: 'X' },
  'passkeys.delete': { id: '1' },
  'passkeys.begin-sign-in': {},
  'passkeys.sign-in': { response: assertion },
  'two-step.add-app': { code: '123456' },
  'two-step.begin': { challenge },
  'two-step.finish': { challenge, code: '123456' },
  'two-step.begin-setup': { challenge },
  'two-step.finish-setup': { challenge, code: '123456' },
  'two-step.change-policy': { admins: false, everyone: false, roles: [], graceDays: 14 },
  'two-step.reset': { uid: '{other}' },
};

export const admitted = {
  'sessions.end': 404,
  'sessions.confirm': 403,
  'sessions.login': 401,
  'passkeys.create': 422,
  'passkeys.update': 404,
  'passkeys.delete': 404,
  'passkeys.sign-in': 403,
  'passkeys.begin-confirmation': 404,
  'two-step.add-app': 410,
  'two-step.delete-app': 404,
  'two-step.turn-on': 409,
  'two-step.renew-codes': 409,
  'two-step.begin': 410,
  'two-step.finish': 410,
  'two-step.begin-setup': 410,
  'two-step.finish-setup': 410,
};
