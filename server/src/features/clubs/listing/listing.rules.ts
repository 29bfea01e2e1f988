import { clubProperties, clubRelationships } from '#contract/clubs/endpoints.ts';
import {
  clubKinds,
  clubStatuses,
  membershipModes,
  memberStatuses,
  type ClubKind,
  type ClubStatus,
  type MembershipMode,
  type MemberStatus,
} from '#contract/clubs/limits.ts';
import { readNamesParameter } from '../../../kernel/http/json-parameter.ts';
import {
  readContains,
  readFilterObject,
  readFlag,
  readIds,
  readNames,
  readSearch,
  readText,
  type ContainsCondition,
  type FilterReader,
} from '../../../kernel/http/json-filters.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';

export type ClubProperty = keyof typeof clubProperties.shape;
export type ClubRelationship = keyof typeof clubRelationships.shape;

/** Label ids of which a club needs any, all, or none. */
export type LabelCondition = ContainsCondition<number>;

/** Filters of a list of clubs. Missing ones have no effect. */
export interface ClubFilters {
  ids?: readonly number[];
  hubs?: readonly number[];
  deleted?: boolean;
  published?: boolean;
  hidden?: boolean;
  locked?: boolean;
  featured?: boolean;
  closed?: boolean;
  /** Has members who are the caller's connections. */
  known?: boolean;
  search?: string;
  types?: LabelCondition;
  kinds?: readonly ClubKind[];
  statuses?: readonly ClubStatus[];
  memberships?: readonly MembershipMode[];
  categories?: LabelCondition;
  tags?: LabelCondition;
  /** The caller's status. */
  mine?: readonly MemberStatus[];
  /** The caller was a member and has no current status. */
  past?: boolean;
  /** Has this person as a member. */
  member?: number | 'me';
}

export interface ClubOrderTerm {
  readonly column: 'name' | 'created';
  readonly isDescending: boolean;
}

const readLabels = (value: unknown, path: string): LabelCondition =>
  readContains(value, path, readIds);

/** The filters by their wire names. */
const readers = {
  Id: (value, path) => ({ ids: readIds(value, path) }),
  Ids: (value, path) => ({ ids: readIds(value, path) }),
  School: (value, path) => ({ hubs: readIds(value, path) }),
  Deleted: (value, path) => ({ deleted: readFlag(value, path) }),
  Search: (value, path) => ({ search: readSearch(value, path) }),
  HomePage: (value, path) => ({ featured: readFlag(value, path) }),
  GroupTypeLookup: (value, path) => ({ types: readLabels(value, path) }),
  GroupTypeLookupType: (value, path) => ({ kinds: readNames(clubKinds)(value, path) }),
  StatusLookup: (value, path) => ({ statuses: readNames(clubStatuses)(value, path) }),
  Published: (value, path) => ({ published: readFlag(value, path) }),
  HideFromGroupsList: (value, path) => ({ hidden: readFlag(value, path) }),
  ClosedMembership: (value, path) => ({ closed: readFlag(value, path) }),
  LockedOfficers: (value, path) => ({ locked: readFlag(value, path) }),
  Category: (value, path) => ({ categories: readLabels(value, path) }),
  GroupTag: (value, path) => ({ tags: readLabels(value, path) }),
  StudentMembership: (value, path) => {
    const uid = readText(value, path);
    return { member: uid === 'me' ? 'me' : idOf(uid) };
  },
  Membership: (value, path) => ({ memberships: readNames(membershipModes)(value, path) }),
  MembershipStatus: (value, path) => ({ mine: readNames(memberStatuses)(value, path) }),
  Past: (value, path) => ({ past: readFlag(value, path) }),
  Known: (value, path) => ({ known: readFlag(value, path) }),
} satisfies Record<string, FilterReader<ClubFilters>>;

/** Reads the JSON of `filters`. Throws for unknown names. Null has no effect. */
export const readFilters = (text: string | undefined): ClubFilters =>
  readFilterObject<ClubFilters>(text, readers, (filters, read) => {
    const { ids } = read;
    // Both Id and Ids: clubs that match both.
    if (ids === undefined || filters.ids === undefined) return { ...filters, ...read };
    return { ...filters, ids: filters.ids.filter((one) => ids.includes(one)) };
  });

// The keys of these schemas are the names.
const propertyNames = Object.keys(clubProperties.shape) as ClubProperty[];
const relationshipNames = Object.keys(clubRelationships.shape) as ClubRelationship[];

/** Reads the names of optional properties. */
export const readProperties = (text: string | undefined) =>
  readNamesParameter(text, 'optionalProperties', propertyNames);

/** Reads the names of relationships. */
export const readRelationships = (text: string | undefined) =>
  readNamesParameter(text, 'relationships', relationshipNames);

/** Orders that people can choose. Names can be combined (`CreatedOnDescNameAsc`). */
export const clubOrderings = [
  { value: 'NameAsc', label: 'Name' },
  { value: 'NameDesc', label: 'Name, Z to A' },
  { value: 'CreatedOnDesc', label: 'Newest' },
  { value: 'CreatedOnAsc', label: 'Oldest' },
] as const;
export const defaultClubOrder = 'NameAsc';

/** Reads a combined order. Throws for unknown names. */
export const readClubOrdering = (text: string | undefined): ClubOrderTerm[] => {
  const asked = text === undefined || text === '' ? defaultClubOrder : text;
  const terms: ClubOrderTerm[] = [];
  const rest = asked.replace(/(Name|CreatedOn)(Asc|Desc),?/g, (_, name: string, way: string) => {
    terms.push({ column: name === 'Name' ? 'name' : 'created', isDescending: way === 'Desc' });
    return '';
  });
  if (rest !== '' || terms.length > 2)
    throw problem('unknown_ordering', {
      name: asked.slice(0, 60),
      known: clubOrderings.map(({ value }) => value).join(', '),
    });
  return terms;
};
