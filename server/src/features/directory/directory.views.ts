import type { ListingFilter, User } from '#contract/people/endpoints.ts';
import type { FieldCounts } from './remaining/remaining.rules.ts';
import { connectionValues } from '#contract/directory/address.ts';
import { escapeCommas } from '../../kernel/http/json-filters.ts';
import { initialOf } from '../people/initial.ts';
import { legacyRowsOf, type LegacyRow } from '../people/legacy-rows.ts';
import { filtersOf } from './directory.rules.ts';

const connectionLabels = {
  connected: 'Connected',
  pending: 'Request sent',
  incoming: 'Wants to connect',
  none: 'Not connected',
} as const;

type Option = { value: string; people: number | null };

/**
 * Returns a filter's remaining options: those of the matching people if they were counted, otherwise of everyone, as far as counts are
 * known.
 */
const optionsLeft = (
  options: readonly Option[],
  left: FieldCounts | undefined,
  max: number,
): readonly Option[] => {
  if (left === undefined) return options;
  if (left.kind !== 'exact')
    return options.map(({ value }) => ({ value, people: left.people.get(value) ?? null }));
  return [...left.people]
    .map(([value, people]) => ({ value, people }))
    .toSorted((a, b) => b.people - a.people || (a.value < b.value ? -1 : 1))
    .slice(0, max);
};

/**
 * Converts the directory's filters with their options. Years are chronological, and others by count. `remaining`: the counts with other
 * filters applied, undefined if nothing narrows a field. At most `max` options each.
 */
export const filtersView = (
  counts: readonly { name: string; value: string; people: number }[],
  ties: { connected: number; sent: number; incoming: number } | null,
  remaining: (field: string) => FieldCounts | undefined,
  max: number,
): ListingFilter[] => {
  const total = counts.find((count) => count.name === 'all')?.people ?? 0;
  const { connected = 0, sent = 0, incoming = 0 } = ties ?? {};
  const byTie = {
    connected,
    pending: sent,
    incoming,
    none: Math.max(0, total - 1 - connected - sent - incoming),
  };
  return filtersOf(ties !== null).map((filter) => {
    const base = {
      name: filter.name,
      label: filter.label,
      kind: filter.kind,
      ...(filter.isMany && { logic: true }),
    };
    if (filter.kind === 'search') return { ...base, options: [] };
    const left = remaining(filter.name);
    const about = left?.kind === 'about' && { about: true };
    if (filter.name === 'connection') {
      const unmet = left?.kind === 'exact' ? 0 : null;
      return {
        ...base,
        ...about,
        options: connectionValues.map((value) => ({
          value,
          label: connectionLabels[value],
          count: left === undefined ? byTie[value] : (left.people.get(value) ?? unmet),
        })),
      };
    }
    const everybodys = counts.filter((count) => count.name === filter.name);
    const options = optionsLeft(everybodys, left, max).map(({ value, people }) => ({
      value: escapeCommas(value),
      label: value,
      count: people,
    }));
    return {
      ...base,
      ...about,
      options:
        filter.name === 'year_of_graduation'
          ? options.toSorted((a, b) => a.label.localeCompare(b.label))
          : options,
    };
  });
};

const legacyFields = [
  'uid',
  'firstName',
  'lastName',
  'photoUrl',
  'accountType',
  'yearOfGraduation',
  'major',
  'connectionStatus',
] as const;

/** Returns rows of the v17 list, with a heading before each new letter. */
export const legacyRows = (people: readonly User[], total: number): LegacyRow[] =>
  legacyRowsOf(people, total, {
    headingOf: ({ firstName, lastName }) => initialOf(lastName || firstName),
    valuesOf: (person) =>
      Object.fromEntries(legacyFields.map((field) => [field, String(person[field] ?? '')])),
  });
