export const paths = {
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsPrivacy: '/settings/privacy',
  settingsAccount: '/settings/account',
  settingsAppearance: '/settings/appearance',
  settingsLanguage: '/settings/language',
} as const;
