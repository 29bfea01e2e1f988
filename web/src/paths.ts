/** Every address of the app by name; routes.tsx says what lives there. */
export const paths = {
  home: '/',
  directory: '/directory',
  connections: '/connections',
  profile: '/student_profile',
  chat: '/chat',
  development: '/development',
  inbox: '/inbox',
  events: '/events',
  calendar: '/calendar',
  courses: '/edu',
  finances: '/financial',
  cct: '/cct',
  admin: '/admin',
  adminReports: '/admin/reports',
  adminPrivacy: '/admin/privacy',
  adminImport: '/admin/import',
  adminProvisioning: '/admin/provisioning',
  adminSignOn: '/admin/sign-on',
  adminAudit: '/admin/log',
  adminMenu: '/admin/menu',
  adminHubs: '/admin/hubs',
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsPrivacy: '/settings/privacy',
  settingsAccount: '/settings/account',
  settingsAppearance: '/settings/appearance',
  settingsLanguage: '/settings/language',
  embedProfile: '/embed/profile',
  login: '/login',
  forgot: '/forgot',
  reset: '/reset',
} as const;
export type Path = (typeof paths)[keyof typeof paths];

/** Full profile page of a person, as an address for places outside the router. */
export const profileHref = (uid: string): string => `${paths.profile}?uid=${encodeURIComponent(uid)}`;
