/** Every address of the app by name; routes.tsx says what lives there. */
export const paths = {
  home: '/',
  directory: '/directory',
  connections: '/connections',
  profile: '/student_profile',
  chat: '/chat',
  development: '/development',
  developmentOverview: '/development/overview',
  developmentReference: '/development/reference',
  developmentKeys: '/development/keys',
  developmentWebhooks: '/development/webhooks',
  developmentPlayground: '/development/playground',
  developmentTheme: '/development/theme',
  developmentParts: '/development/parts',
  inbox: '/inbox',
  notifications: '/notifications',
  events: '/events',
  calendar: '/calendar',
  courses: '/edu',
  finances: '/financial',
  cct: '/cct',
  booking: '/booking',
  /** Of the whole school: no hub, and no menu item that one came from. */
  clubs: '/_/_/clubs',
  admin: '/admin',
  adminReports: '/admin/reports',
  adminPrivacy: '/admin/privacy',
  adminChat: '/admin/chat',
  adminImport: '/admin/import',
  adminLook: '/admin/look',
  adminProvisioning: '/admin/provisioning',
  adminSignOn: '/admin/sign-on',
  adminNewsletters: '/admin/newsletters',
  adminEmbedding: '/admin/embedding',
  adminAudit: '/admin/log',
  adminNotifications: '/admin/notifications',
  adminMenu: '/admin/menu',
  adminHubs: '/admin/hubs',
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsPrivacy: '/settings/privacy',
  settingsAccount: '/settings/account',
  settingsNotifications: '/settings/notifications',
  settingsAppearance: '/settings/appearance',
  settingsLanguage: '/settings/language',
  embedProfile: '/embed/profile',
  signedIn: '/embed/signed-in',
  login: '/login',
  forgot: '/forgot',
  reset: '/reset',
  unsubscribe: '/unsubscribe',
} as const;
export type Path = (typeof paths)[keyof typeof paths] | ReturnType<typeof conversationPath>;

/** A conversation by its id. */
export const conversationPath = (id: string) => `/chat/${id}` as const;

/** Full profile page of a person, as an address for places outside the router. */
export const profileHref = (uid: string): string =>
  `${paths.profile}?uid=${encodeURIComponent(uid)}`;
