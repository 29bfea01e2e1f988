import { admin } from './en/admin.ts';
import { home } from './en/home.ts';
import { palette } from './en/palette.ts';
import { imports } from './en/imports.ts';
import { people } from './en/people.ts';
import { pictures } from './en/pictures.ts';
import { privacy } from './en/privacy.ts';
import { provisioning } from './en/provisioning.ts';
import { safety } from './en/safety.ts';
import { savedSearches } from './en/saved-searches.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { sso } from './en/sso.ts';
import { ui } from './en/ui.ts';

/** English is complete and gives the keys their types. A feature adds its own file under en/, de/ and ar/. */
export const en = {
  ...ui,
  ...shell,
  ...signIn,
  ...home,
  ...palette,
  ...people,
  ...pictures,
  ...privacy,
  ...safety,
  ...admin,
  ...imports,
  ...provisioning,
  ...savedSearches,
  ...settings,
  ...sso,
} as const;
