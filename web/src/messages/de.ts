import type { Translation } from '../lib/messages.ts';
import { admin } from './de/admin.ts';
import { home } from './de/home.ts';
import { people } from './de/people.ts';
import { privacy } from './de/privacy.ts';
import { safety } from './de/safety.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { signIn } from './de/sign-in.ts';
import { sso } from './de/sso.ts';
import { ui } from './de/ui.ts';

export const de: Translation = { ...ui, ...shell, ...signIn, ...home, ...people, ...privacy, ...safety, ...admin, ...settings, ...sso };
