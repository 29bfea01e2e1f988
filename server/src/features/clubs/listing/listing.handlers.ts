import * as clubs from '#contract/clubs/endpoints.ts';
import type { Club } from '#contract/clubs/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { windowOf } from '../../../kernel/page.ts';
import { accessEverywhere } from '../club-access.ts';
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

/** A window of clubs, in two statements whatever is asked for: what the caller may do in clubs, and the clubs. */
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
  const access = await accessEverywhere(call);
  const { total, rows } = await selectClubs(call.db, clubViewer(call, access.isStaff), {
    filters,
    order,
    offset,
    size,
    asked,
    now: call.now,
  });
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
