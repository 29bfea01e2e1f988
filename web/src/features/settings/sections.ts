import { Eye, Languages, Palette, ShieldCheck, UserCog, UserRound } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'settings',
    order: 10,
    to: paths.settingsProfile,
    label: 'profileSettings.title',
    icon: UserRound,
  },
  {
    in: 'settings',
    order: 20,
    to: paths.settingsPrivacy,
    label: 'privacySettings.title',
    icon: Eye,
    isWide: true,
  },
  {
    in: 'settings',
    order: 30,
    to: paths.settingsSecurity,
    label: 'securitySettings.title',
    icon: ShieldCheck,
  },
  {
    in: 'settings',
    order: 40,
    to: paths.settingsAccount,
    label: 'accountSettings.title',
    icon: UserCog,
  },
  {
    in: 'settings',
    order: 50,
    to: paths.settingsAppearance,
    label: 'appearanceSettings.title',
    icon: Palette,
  },
  {
    in: 'settings',
    order: 60,
    to: paths.settingsLanguage,
    label: 'languageSettings.title',
    icon: Languages,
  },
];
