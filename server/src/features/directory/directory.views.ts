import type { ListingFilter, User } from '#contract/people.ts';
import { connectionValues, filtersOf, joinable } from './directory.rules.ts';

const connectionLabels = { connected: 'Connected', pending: 'Request sent', incoming: 'Wants to connect', none: 'Not connected' } as const;

/** The directory's filters with their options. Years go from early to late, the rest by count. */
export const filtersView = (
  counts: readonly { name: string; value: string; people: number }[],
  ties: { connected: number; sent: number; incoming: number } | null,
): ListingFilter[] => {
  const total = counts.find((count) => count.name === 'all')?.people ?? 0;
  const { connected = 0, sent = 0, incoming = 0 } = ties ?? {};
  const byTie = { connected, pending: sent, incoming, none: Math.max(0, total - 1 - connected - sent - incoming) };
  return filtersOf(ties !== null).map((filter) => {
    const base = { name: filter.name, label: filter.label, kind: filter.kind, ...(filter.isMany && { logic: true }) };
    if (filter.kind === 'search') return { ...base, options: [] };
    if (filter.name === 'connection') {
      return {
        ...base,
        options: connectionValues.map((value) => ({
          value,
          label: connectionLabels[value],
          count: byTie[value],
        })),
      };
    }
    const options = counts
      .filter((count) => count.name === filter.name)
      .map(({ value, people }) => ({ value: joinable(value), label: value, count: people }));
    return {
      ...base,
      options: filter.name === 'year_of_graduation' ? options.toSorted((a, b) => a.label.localeCompare(b.label)) : options,
    };
  });
};

const legacyFields = ['uid', 'firstName', 'lastName', 'photoUrl', 'accountType', 'yearOfGraduation', 'major', 'connectionStatus'] as const;

const initialOf = (person: User): string => {
  const first = [...(person.lastName || person.firstName).normalize('NFD')][0] ?? '#';
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase('en') : '#';
};

type LegacyRow = { listingSeparator: 'true'; p0: string } | { [key: string]: string | number; fields: string; counter: number };

/** Rows of the v17 list: a heading before each new letter, values in the order of `fields`, the total in each row's counter. */
export const legacyRows = (people: readonly User[], total: number): LegacyRow[] => {
  let letter = '';
  return people.flatMap((person) => {
    const heading: LegacyRow[] = [];
    if (initialOf(person) !== letter) {
      letter = initialOf(person);
      heading.push({ listingSeparator: 'true', p0: letter });
    }
    const values = Object.fromEntries(legacyFields.map((field, place) => [`p${place}`, String(person[field] ?? '')]));
    return [...heading, { fields: `${legacyFields.join(',')},`, ...values, counter: total }];
  });
};
