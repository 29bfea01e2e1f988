/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'sso.start': { provider: '1' },
  'sso.finish-oidc': { provider: '1', state: 'x' },
  'sso.finish-saml': { provider: '1', SAMLResponse: 'eA==' },
  'sso.metadata': { provider: '1' },
  'sso-setup.add': { kind: 'saml-file', name: 'X', metadata: '<x/>' },
  'sso-setup.change': { provider: '1', name: 'X' },
  'sso-setup.reread': { provider: '1' },
  'sso-setup.test': { provider: '1' },
  'sso-setup.delete': { provider: '1' },
  'sso-setup.require': { isRequired: false },
};

export const admitted = {
  // This call redirects to the login page, which shows the reason.
  'sso.start': 303,
  'sso.finish-oidc': 303,
  // This call only reads form bodies.
  'sso.finish-saml': 415,
  'sso.metadata': 404,
  'sso-setup.add': 422,
  'sso-setup.change': 404,
  'sso-setup.reread': 404,
  'sso-setup.test': 404,
  'sso-setup.delete': 404,
};
