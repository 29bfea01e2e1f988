export const paths = {
  login: '/login',
  forgot: '/forgot',
  firstTime: '/first-time',
  reset: '/reset',
  welcome: '/welcome',
  twoStepSetup: '/two-step',
  signedIn: '/embed/signed-in',
} as const;
