import { clubKinds, membershipModes } from '#contract/clubs/limits.ts';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import { filtersOfParams } from '../../../kernel/http/json-filters.ts';
import type { OptionCountRow } from './listing.queries.ts';
import { clubOrderings, defaultClubOrder, readFilters, type ClubFilters } from './listing.rules.ts';

/* Club filters of the older calls: parameters `category`, `category_tagList`, `category_ContainsLogic`. */

const filters = [
  { name: 'search_word', label: 'Search', kind: 'search', key: 'Search' },
  { name: 'category', label: 'Category', kind: 'list', key: 'Category' },
  { name: 'tag', label: 'Tag', kind: 'list', key: 'GroupTag' },
  { name: 'type', label: 'Type', kind: 'list', key: 'GroupTypeLookup' },
  { name: 'kind', label: 'Kind', kind: 'menu-list', key: 'GroupTypeLookupType' },
  { name: 'membership', label: 'Membership', kind: 'menu-list', key: 'Membership' },
] as const;
const known = filters.map(({ name }) => name).join(', ');
/** A club can have several of these. */
const many: readonly string[] = ['category', 'tag'];

export const clubListingConfig = {
  filters: filters.map(({ name }) => name),
  layout: 'list' as const,
  ordering: { options: [...clubOrderings], defaultOrder: defaultClubOrder },
};

/** A hub has its own list, so it isn't offered as a filter. */
const taken = [...filters, { name: 'hub', kind: 'menu-list', key: 'School' }] as const;

/** Reads filter parameters. Throws for unknown names. */
export const readClubParams = (params: Readonly<Record<string, string>>): ClubFilters =>
  readFilters(filtersOfParams(params, taken, known));

const memberships: Readonly<Record<string, string>> = {
  open: 'Open to everyone',
  request: 'On request',
  invitation: 'By invitation',
  closed: 'Closed',
};
const kinds: Readonly<Record<string, string>> = {
  academic: 'Academic',
  arts: 'Arts',
  culture: 'Culture',
  service: 'Service',
  social: 'Social',
  sport: 'Sport',
  other: 'Other',
};

/** Converts filters with their options. Kinds and membership modes have a fixed order, and labels are ordered by the number of clubs. */
export const clubFiltersView = (counts: readonly OptionCountRow[]): ListingFilter[] =>
  filters.map(({ name, label, kind }) => {
    const base = { name, label, kind, ...(many.includes(name) && { logic: true }) };
    if (kind === 'search') return { ...base, options: [] };
    const own = counts.filter(({ filter }) => filter === name);
    const fixed = name === 'kind' ? clubKinds : name === 'membership' ? membershipModes : null;
    const countOf = (value: string) => own.find((one) => one.value === value)?.clubs ?? 0;
    return {
      ...base,
      options:
        fixed === null
          ? own
              .toSorted((a, b) => b.clubs - a.clubs || a.label.localeCompare(b.label))
              .map(({ value, label: text, clubs }) => ({ value, label: text, count: clubs }))
          : fixed.map((value) => ({
              value,
              label: kinds[value] ?? memberships[value] ?? value,
              count: countOf(value),
            })),
    };
  });
