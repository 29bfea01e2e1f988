export const paths = {
  /** Values of a launch are in the fragment after '#', which isn't sent to servers and doesn't appear in logs. */
  ltiLogin: '/lti/login',
  ltiLaunch: '/lti/launch',
  ltiFailed: '/lti/failed',
  adminLti: '/admin/lti',
} as const;
