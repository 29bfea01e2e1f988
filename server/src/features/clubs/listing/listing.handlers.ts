import * as clubs from '#contract/clubs/endpoints.ts';
import type { Club } from '#contract/clubs/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { windowOf } from '../../../kernel/page.ts';
import { accessTo, isClubStaff } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { clubView, groupView } from '../clubs.views.ts';
import { selectClubs } from './listing.queries.ts';
import {
  readClubOrdering,
  readFilters,
  readProperties,
  readRelationships,
  type ClubProperty,
} from './listing.rules.ts';

/** A window of clubs, in three statements whatever is asked for: whether the caller is staff, the clubs, what they may do in those. */
const listClubs = async (
  call: Call,
  input: HandlerInput<typeof clubs.listClubs>,
  always: readonly ClubProperty[] = [],
) => {
  const { pageOffset: offset, pageSize: size } = input;
  const filters = readFilters(input.filters);
  const asked = new Set([
    ...always,
    ...readProperties(input.optionalProperties),
    ...readRelationships(input.relationships),
  ]);
  const order = readClubOrdering(input.ordering);
  const isStaff = await isClubStaff(call);
  const { total, rows } = await selectClubs(call.db, clubViewer(call, isStaff), {
    filters,
    order,
    offset,
    size,
    asked,
  });
  const access = await accessTo(
    call,
    rows.map(({ id }) => id),
    isStaff,
  );
  return windowOf<Club>(
    rows.map((row) => clubView(row, access, asked)),
    { total, offset, size },
  );
};

export const listingHandlers = [
  handle(clubs.listClubs, async (call, input) => listClubs(call, input)),

  handle(clubs.listGroups, async (call, input) => {
    const { items, ...rest } = await listClubs(call, input, ['Logo']);
    return { ...rest, items: items.map(groupView) };
  }),
];
