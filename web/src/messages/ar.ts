import type { Translation } from './translation.ts';
import { announcements } from './ar/announcements.ts';
import { apiKeys } from './ar/api-keys.ts';
import { admin } from './ar/admin.ts';
import { embedding } from './ar/embedding.ts';
import { errors } from './ar/errors.ts';
import { development } from './ar/development.ts';
import { coming } from './ar/coming.ts';
import { home } from './ar/home.ts';
import { kit } from './ar/kit.ts';
import { kitParts } from './ar/kit-parts.ts';
import { menus } from './ar/menus.ts';
import { palette } from './ar/palette.ts';
import { imports } from './ar/imports.ts';
import { people } from './ar/people.ts';
import { pictures } from './ar/pictures.ts';
import { privacy } from './ar/privacy.ts';
import { provisioning } from './ar/provisioning.ts';
import { safety } from './ar/safety.ts';
import { savedSearches } from './ar/saved-searches.ts';
import { chat } from './ar/chat.ts';
import { chatSettings } from './ar/chat-settings.ts';
import { newsletters } from './ar/newsletters.ts';
import { notifications } from './ar/notifications.ts';
import { sharing } from './ar/sharing.ts';
import { roles } from './ar/roles.ts';
import { settings } from './ar/settings.ts';
import { shell } from './ar/shell.ts';
import { signIn } from './ar/sign-in.ts';
import { sso } from './ar/sso.ts';
import { ui } from './ar/ui.ts';

export const ar: Translation = {
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
