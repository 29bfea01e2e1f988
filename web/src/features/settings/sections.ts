import { Bell, Eye, Languages, Palette, ShieldCheck, UserRound } from 'lucide-react';
import { addEnglish } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import english from './messages/en.json';
import '../../shell/section-titles.ts';

addEnglish(english);

/** The sections of Settings, for their bar and for the command palette. */
export const settingsSections = [
  { to: paths.settingsProfile, label: 'settings.profile', icon: UserRound },
  { to: paths.settingsPrivacy, label: 'settings.privacy', icon: Eye },
  { to: paths.settingsAccount, label: 'settings.account', icon: ShieldCheck },
  { to: paths.settingsNotifications, label: 'prefs.title', icon: Bell },
  { to: paths.settingsAppearance, label: 'settings.appearance', icon: Palette },
  { to: paths.settingsLanguage, label: 'settings.language', icon: Languages },
] as const;
