import type { Reply } from '#contract/endpoint.ts';
import type { legacyGroups, ListingFilter } from '#contract/people/endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { initialOf } from '../../people/initial.ts';
import { fileUrl } from '../../people/people.views.ts';
import { isClubStaff } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { clubFiltersView, readClubParams } from './listing-params.ts';
import { selectClubs, selectOptionCounts } from './listing.queries.ts';
import { readClubOrdering } from './listing.rules.ts';

/* What the older calls answer of clubs; the directory has their endpoints. */

/** Filters of the list of clubs, each option counted under the other filters. */
export const clubFilters = async (
  call: Call,
  params: Readonly<Record<string, string>>,
): Promise<ListingFilter[]> => {
  const filters = readClubParams(params);
  const viewer = clubViewer(call, await isClubStaff(call));
  return clubFiltersView(await selectOptionCounts(call.db, viewer, filters));
};

const fields = ['groupId', 'groupName', 'logoUrl', 'description', 'members'] as const;

/** Rows of the v17 list: a heading before each new letter, values in the order of `fields`, the total in each row's counter. */
export const legacyClubRows = async (
  call: Call,
  { offset, size }: { offset: number; size: number },
  params: Readonly<Record<string, string>>,
): Promise<Reply<typeof legacyGroups>> => {
  const { total, rows } = await selectClubs(call.db, clubViewer(call, await isClubStaff(call)), {
    filters: readClubParams(params),
    order: readClubOrdering(undefined),
    offset,
    size,
    asked: new Set(['CountMembers']),
    now: call.now,
  });
  let letter = '';
  return rows.flatMap((row): object[] => {
    const initial = initialOf(row.name);
    const heading = initial === letter ? [] : [{ listingSeparator: 'true', p0: initial }];
    letter = initial;
    const values = {
      fields: `${fields.join(',')},`,
      p0: String(row.id),
      p1: row.name,
      p2: fileUrl(row.logo) ?? '',
      p3: row.description,
      p4: String(row.members ?? 0),
      counter: total,
    };
    return [...heading, values];
    // The types cannot say that all but the counter is text.
  }) as Reply<typeof legacyGroups>;
};
