import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { section, sectionList, settings } from '../../routing.ts';

export const routes = [
  sectionList(settings, paths.settings),
  section(
    settings,
    paths.settingsProfile,
    page(() => import('./profile-section.tsx'), 'ProfileSection'),
  ),
  section(
    settings,
    paths.settingsPrivacy,
    page(() => import('./privacy-section.tsx'), 'PrivacySection'),
  ),
  section(
    settings,
    paths.settingsSecurity,
    page(() => import('./security-section.tsx'), 'SecuritySection'),
  ),
  section(
    settings,
    paths.settingsAccount,
    page(() => import('./account-section.tsx'), 'AccountSection'),
  ),
  section(
    settings,
    paths.settingsAppearance,
    page(() => import('./appearance-section.tsx'), 'AppearanceSection'),
  ),
  section(
    settings,
    paths.settingsLanguage,
    page(() => import('./language-section.tsx'), 'LanguageSection'),
  ),
] as const;
