import type { Reply } from '#contract/endpoint.ts';
import type { legacyPeople } from '#contract/people/endpoints.ts';

/** A row of a v17 list: a heading, or an item's values as p0…pN, with their names in `fields`. */
export type LegacyRow = Reply<typeof legacyPeople>[number];

/**
 * Returns rows of a v17 list: a heading whenever it changes, each item's values in order, and the total in each row's
 * counter.
 */
export const legacyRowsOf = <T>(
  items: readonly T[],
  total: number,
  {
    headingOf,
    valuesOf,
  }: {
    readonly headingOf: (item: T) => string;
    readonly valuesOf: (item: T) => Readonly<Record<string, string>>;
  },
): LegacyRow[] => {
  let before = '';
  return items.flatMap((item): LegacyRow[] => {
    const heading = headingOf(item);
    const isNew = heading !== before;
    before = heading;
    const values = Object.entries(valuesOf(item));
    const row = {
      fields: `${values.map(([field]) => field).join(',')},`,
      ...Object.fromEntries(values.map(([, value], index) => [`p${index}`, value])),
      counter: total,
      // The type system can't express that all values except the counter are text.
    } as LegacyRow;
    return isNew ? [{ listingSeparator: 'true', p0: heading }, row] : [row];
  });
};
