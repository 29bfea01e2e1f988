/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  /** What a launch gives on the way stands behind the '#', where no server and no log sees it. */
  ltiLogin: '/lti/login',
  ltiLaunch: '/lti/launch',
  ltiFailed: '/lti/failed',
  adminLti: '/admin/lti',
} as const;
