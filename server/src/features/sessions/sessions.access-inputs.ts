/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'sessions.end': { id: '00000000-0000-4000-8000-000000000000' },
  'sessions.end-all': { keepCurrent: true },
  'sessions.confirm': { password: 'not the password' },
  'sessions.login': { email: 'x@y.z', password: 'nothing' },
};

export const admitted = {
  'sessions.end': 404,
  'sessions.confirm': 403,
  'sessions.login': 401,
};
