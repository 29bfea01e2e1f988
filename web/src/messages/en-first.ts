import { people } from './en/people.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

/** What most pages say; it comes with the app. */
export const first = { ...ui, ...shell, ...people } as const;
