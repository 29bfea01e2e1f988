/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  login: '/login',
  forgot: '/forgot',
  reset: '/reset',
  signedIn: '/embed/signed-in',
} as const;
