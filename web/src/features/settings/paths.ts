export const paths = {
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsPrivacy: '/settings/privacy',
  settingsAccount: '/settings/account',
  settingsSecurity: '/settings/security',
  settingsAppearance: '/settings/appearance',
  settingsLanguage: '/settings/language',
} as const;
