import type { en } from './en.ts';

/** All that is said, as English says it. */
export type Catalogue = typeof en;

export type Plural = { readonly [form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** What another language says of it; what it lacks is said in English. */
export type Translation = { readonly [K in keyof Catalogue]?: string | Plural };
