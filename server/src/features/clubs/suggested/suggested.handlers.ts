import type { Club } from '#contract/clubs/endpoints.ts';
import * as clubs from '#contract/clubs/suggestions.endpoints.ts';
import type { ClubReason } from '#contract/clubs/suggestions.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { accessTo } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { clubView } from '../clubs.views.ts';
import { selectClubState } from '../clubs.queries.ts';
import { selectClubs } from '../listing/listing.queries.ts';
import * as queries from './suggested.queries.ts';
import type { SuggestedClubRow } from './suggested.queries.ts';

const shown = [
  'Logo',
  'Cover',
  'CountMembers',
  'Known',
  'Membership',
  'Memberships',
  'Categories',
] as const;
const interestsShown = 3;

/** Returns why a club is suggested. Facts that the caller can't see are no reason. */
const reasonOf = (
  { known, facets, similar }: SuggestedClubRow,
  { Known }: Club,
): ClubReason | null => {
  if (known > 0 && Known !== undefined && Known.count > 0) return { kind: 'known', ...Known };
  const valuesOf = (kind: string) =>
    facets.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1));
  const interests = valuesOf('interests').slice(0, interestsShown);
  if (interests.length > 0) return { kind: 'interests', values: interests };
  const [major] = valuesOf('major');
  if (major !== undefined) return { kind: 'major', major };
  return similar === null ? null : { kind: 'similar', club: similar };
};

export const suggestedHandlers = [
  // Suggests clubs to anyone. Staff get suggestions like everyone else.
  handle(clubs.listClubSuggestions, async (call, { hub, size }) => {
    const viewer = clubViewer(call, false);
    const suggested = await queries.selectSuggestedClubs(call.db, viewer, {
      hub: hub === undefined ? null : idOf(hub),
      // Some may have no visible reason.
      size: size * 2,
    });
    const ids = suggested.map(({ id }) => id);
    const asked = new Set(shown);
    const { now } = call;
    const listing = { filters: { ids }, order: [], offset: 0, size: ids.length, asked, now };
    const { rows } = ids.length === 0 ? { rows: [] } : await selectClubs(call.db, viewer, listing);
    const access = await accessTo(call, ids);
    const items = suggested.flatMap((one) => {
      const row = rows.find(({ id }) => id === one.id);
      if (row === undefined) return [];
      const view = clubView(row, access, asked);
      const reason = reasonOf(one, view);
      return reason === null ? [] : [{ ...view, reason }];
    });
    return { items: items.slice(0, size) };
  }),

  handle(clubs.dismissClub, async (call, { id }) => {
    const { db, me, schoolId: school, now } = call;
    const who = { viewer: me.userId, isStaff: false };
    const club = orNotFound(await selectClubState(db, who, idOf(id))).id;
    await queries.insertClubDismissal(db, { school, club, now }, me.userId);
    return ok;
  }),

  handle(clubs.restoreDismissedClub, async ({ db, me }, { id }) => {
    await queries.deleteClubDismissal(db, idOf(id), me.userId);
    return ok;
  }),
];
