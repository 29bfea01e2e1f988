/** Every address of the app by name; routes.tsx says what lives there. `$name` stands for one part of a path. */
export const paths = {
  home: '/',
  directory: '/directory',
  connections: '/connections',
  profile: '/student_profile',
  chat: '/chat',
  conversation: '/chat/$conversation',
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
  /** Leads to the clubs of the whole school: no hub, and no menu item that one came from. */
  clubs: '/clubs',
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
  adminAnnouncements: '/admin/announcements',
  adminRoles: '/admin/roles',
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
export type Path = Exclude<(typeof paths)[keyof typeof paths], typeof paths.conversation>;

/** A conversation by its id, for links. */
export const conversationLink = (id: string) =>
  ({ to: paths.conversation, params: { conversation: id } }) as const;

/** The same as an address, for places outside the router. */
export const conversationPath = (id: string): string => `/chat/${encodeURIComponent(id)}`;

/** Full profile page of a person, as an address for places outside the router. */
export const profileHref = (uid: string): string =>
  `${paths.profile}?uid=${encodeURIComponent(uid)}`;
