/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'invitations.list': { search: 'a' },
  'invitations.send': { people: ['1'] },
  'passwords.change': { currentPassword: 'wrong wrong wrong', newPassword: 'something quite new' },
  'passwords.forgot': { email: 'nobody@y.z' },
  'passwords.reset': { token: 'not-a-real-token', newPassword: 'something quite new' },
};

export const admitted = {
  'passwords.change': 403,
  'passwords.reset': 410,
};
