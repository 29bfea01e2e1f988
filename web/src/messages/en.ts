import { first } from './en-first.ts';
import { later } from './en-later.ts';
import { development } from './en/development.ts';
import { chat } from './en/chat.ts';
import { coming } from './en/coming.ts';
import { connections } from './en/connections.ts';
import { errors } from './en/errors.ts';
import { directory } from './en/directory.ts';
import { filterOptions } from './en/filter-options.ts';
import { home } from './en/home.ts';
import { kit } from './en/kit.ts';
import { kitParts } from './en/kit-parts.ts';
import { palette } from './en/palette.ts';
import { profile } from './en/profile.ts';
import { tags } from './en/tags.ts';
import { savedSearches } from './en/saved-searches.ts';

/** English is complete and gives the keys their types. A feature adds its own file under en/, de/ and ar/. */
export const en = {
  ...first,
  ...errors,
  ...connections,
  ...directory,
  ...filterOptions,
  ...profile,
  ...home,
  ...kit,
  ...kitParts,
  ...chat,
  ...coming,
  ...palette,
  ...savedSearches,
  ...tags,
  ...development,
  ...later,
} as const;
