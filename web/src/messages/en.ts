import { first } from './en-first.ts';
import { later } from './en-later.ts';

/** English is complete and gives the keys their types. A feature adds its own file under en/, de/ and ar/. */
export const en = { ...first, ...later } as const;
