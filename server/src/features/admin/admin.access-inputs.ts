/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'admin.person': { uid: '{other}' },
  // The matrix needs everyone's session, so these name no one.
  'admin.suspend': { people: ['1'], reason: 'Test' },
  'admin.restore': { people: ['1'] },
  'admin.sign-out': { people: ['1'] },
};

export const admitted = { 'admin.suspend': 404, 'admin.restore': 404, 'admin.sign-out': 404 };
