export const paths = {
  login: '/login',
  forgot: '/forgot',
  firstTime: '/first-time',
  reset: '/reset',
  welcome: '/welcome',
  signedIn: '/embed/signed-in',
} as const;
