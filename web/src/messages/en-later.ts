import { announcements } from './en/announcements.ts';
import { apiKeys } from './en/api-keys.ts';
import { admin } from './en/admin.ts';
import { chatSettings } from './en/chat-settings.ts';
import { embedding } from './en/embedding.ts';
import { imports } from './en/imports.ts';
import { menus } from './en/menus.ts';
import { pictures } from './en/pictures.ts';
import { privacy } from './en/privacy.ts';
import { provisioning } from './en/provisioning.ts';
import { safety } from './en/safety.ts';
import { roles } from './en/roles.ts';
import { settings } from './en/settings.ts';
import { newsletters } from './en/newsletters.ts';
import { notifications } from './en/notifications.ts';
import { sharing } from './en/sharing.ts';
import { signIn } from './en/sign-in.ts';
import { sso } from './en/sso.ts';

/** What Settings and running the campus say; it comes with the list of their sections (`sections.ts`). */
export const later = {
  ...signIn,
  ...safety,
  ...pictures,
  ...privacy,
  ...admin,
  ...chatSettings,
  ...imports,
  ...menus,
  ...provisioning,
  ...roles,
  ...settings,
  ...sso,
  ...sharing,
  ...newsletters,
  ...notifications,
  ...embedding,
  ...apiKeys,
  ...announcements,
} as const;
