import { visibleText } from '#contract/visible-text.ts';

/** A person's attributes, in the order in which the provider sent them. */
export type Claims = ReadonlyMap<string, readonly string[]>;

const lineMax = 120;

/** Returns the only value of an attribute as text without hidden characters. Null if it is empty or there are several. */
export const oneClaim = (claims: Claims, name: string): string | null => {
  const values = claims.get(name) ?? [];
  const value = visibleText(values[0] ?? '');
  // A value that can't be stored for a person can't identify anyone.
  return values.length === 1 &&
    value !== '' &&
    value.length <= lineMax &&
    !/\p{Cc}/u.test(values[0]?.trim() ?? '') &&
    value.isWellFormed()
    ? value
    : null;
};

/** Returns the only value of an identifying attribute. Null if it has hidden characters: removing them could make it someone else's. */
export const identifyingClaim = (claims: Claims, name: string): string | null => {
  const value = oneClaim(claims, name);
  return value === claims.get(name)?.[0]?.trim() ? value : null;
};

/** Returns attributes as an admin sees them after a test. */
export const shownClaims = (claims: Claims): { name: string; value: string }[] =>
  [...claims].slice(0, 60).map(([name, values]) => ({
    name: visibleText(name).slice(0, 300),
    value: visibleText(values.join(', ')).slice(0, 300),
  }));
