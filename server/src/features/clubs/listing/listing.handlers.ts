import * as clubs from '#contract/clubs/endpoints.ts';
import type { Club } from '#contract/clubs/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { windowOf } from '../../../kernel/page.ts';
import { accessBy } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { clubView, groupView } from '../clubs.views.ts';
import { withGrants } from '../../../kernel/access.ts';
import { selectClubs } from './listing.queries.ts';
import {
  readClubOrdering,
  readFilters,
  readProperties,
  readRelationships,
  type ClubProperty,
} from './listing.rules.ts';

/** Returns a window of clubs with the caller's permissions, in one statement. */
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
  const ask = async (isStaff: boolean) => {
    const { grants, ...found } = await selectClubs(call.db, clubViewer(call, isStaff), {
      filters,
      order,
      offset,
      size,
      asked,
      now: call.now,
      held: withGrants(call),
    });
    return { ...found, access: accessBy(call, grants) };
  };
  const first = await ask(call.me.isAdmin);
  // Few people have a role that manages all clubs. The statement reports it, and the list is then read again as staff.
  const isOther = first.access.isStaff !== call.me.isAdmin;
  const { total, rows, access } = isOther ? await ask(first.access.isStaff) : first;
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
