import type { ListingFilter } from '#contract/people/endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { initialOf } from '../../people/initial.ts';
import { legacyRowsOf, type LegacyRow } from '../../people/legacy-rows.ts';
import { fileUrl } from '../../people/people.views.ts';
import { isClubStaff } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { clubFiltersView, readClubParams } from './listing-params.ts';
import { selectClubs, selectOptionCounts } from './listing.queries.ts';
import { readClubOrdering } from './listing.rules.ts';

/* The older calls about clubs. The directory has their endpoints. */

/** Returns the filters of the club list, each option counted with the other filters applied. */
export const clubFilters = async (
  call: Call,
  params: Readonly<Record<string, string>>,
): Promise<ListingFilter[]> => {
  const filters = readClubParams(params);
  const viewer = clubViewer(call, await isClubStaff(call));
  return clubFiltersView(await selectOptionCounts(call.db, viewer, filters));
};

/** Returns rows of the v17 list, with a heading before each new letter. */
export const legacyClubRows = async (
  call: Call,
  { offset, size }: { offset: number; size: number },
  params: Readonly<Record<string, string>>,
): Promise<LegacyRow[]> => {
  const { total, rows } = await selectClubs(call.db, clubViewer(call, await isClubStaff(call)), {
    filters: readClubParams(params),
    order: readClubOrdering(undefined),
    offset,
    size,
    asked: new Set(['CountMembers']),
    now: call.now,
  });
  return legacyRowsOf(rows, total, {
    headingOf: ({ name }) => initialOf(name),
    valuesOf: (row) => ({
      groupId: String(row.id),
      groupName: row.name,
      logoUrl: fileUrl(row.logo) ?? '',
      description: row.description,
      members: String(row.members ?? 0),
    }),
  });
};
