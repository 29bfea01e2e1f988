import type { Translation } from './translation.ts';
import { announcements } from './de/announcements.ts';
import { apiKeys } from './de/api-keys.ts';
import { admin } from './de/admin.ts';
import { embedding } from './de/embedding.ts';
import { errors } from './de/errors.ts';
import { development } from './de/development.ts';
import { coming } from './de/coming.ts';
import { home } from './de/home.ts';
import { kit } from './de/kit.ts';
import { kitParts } from './de/kit-parts.ts';
import { menus } from './de/menus.ts';
import { palette } from './de/palette.ts';
import { imports } from './de/imports.ts';
import { people } from './de/people.ts';
import { pictures } from './de/pictures.ts';
import { privacy } from './de/privacy.ts';
import { provisioning } from './de/provisioning.ts';
import { safety } from './de/safety.ts';
import { savedSearches } from './de/saved-searches.ts';
import { chat } from './de/chat.ts';
import { chatSettings } from './de/chat-settings.ts';
import { newsletters } from './de/newsletters.ts';
import { notifications } from './de/notifications.ts';
import { sharing } from './de/sharing.ts';
import { roles } from './de/roles.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import { sso } from './de/sso.ts';
import { ui } from './de/ui.ts';

export const de: Translation = {
  ...ui,
  ...errors,
  ...shell,
  ...signIn,
  ...home,
  ...kit,
  ...kitParts,
  ...palette,
  ...coming,
  ...people,
  ...pictures,
  ...privacy,
  ...safety,
  ...admin,
  ...chatSettings,
  ...imports,
  ...menus,
  ...provisioning,
  ...roles,
  ...embedding,
  ...apiKeys,
  ...announcements,
  ...development,
  ...savedSearches,
  ...chat,
  ...newsletters,
  ...notifications,
  ...sharing,
  ...settings,
  ...sso,
};
