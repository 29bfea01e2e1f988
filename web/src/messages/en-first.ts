import { home } from './en/home.ts';
import { palette } from './en/palette.ts';
import { people } from './en/people.ts';
import { safety } from './en/safety.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { ui } from './en/ui.ts';

/** What the first page and those around it say; it comes with the app. */
export const first = { ...ui, ...shell, ...signIn, ...home, ...palette, ...people, ...safety } as const;
