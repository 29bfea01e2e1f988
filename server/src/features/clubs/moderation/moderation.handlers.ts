import * as clubs from '#contract/clubs/moderation.endpoints.ts';
import type { ReportTarget } from '../../../kernel/feature.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { record } from '../../../kernel/security/audit.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { isClubStaff } from '../club-access.ts';
import { selectClubState, updateFrozen, updateUnfrozen } from '../clubs.queries.ts';
import { reportFrozen } from './freezing.ts';
import { selectReported, updateHidden } from './moderation.queries.ts';

/* Actions of staff on a single club, such as from the report queue. Requires `clubs.manage`, as the endpoints declare. */

/** Returns the club, or throws 404. */
const staffClub = async ({ db, me }: Call, id: string) =>
  orNotFound(await selectClubState(db, { viewer: me.userId, isStaff: true }, idOf(id)));

const freeze = async (call: Call, id: string, isFrozen: boolean) => {
  const { id: club, name } = await staffClub(call, id);
  const changed = await (isFrozen ? updateFrozen : updateUnfrozen)(call.db, [club], call.now);
  if (changed.length > 0)
    await record(call, 'club_changed', { club: id, name, act: isFrozen ? 'frozen' : 'unfrozen' });
  if (isFrozen)
    await reportFrozen(call.db, call.schoolId, changed, {
      by: call.me.userId,
      kind: 'club_frozen_by_staff',
      pathOf: (one) => `/clubs/${one}`,
    });
  return ok;
};

const hide = async (call: Call, id: string, isHidden: boolean) => {
  const { id: club, name } = await staffClub(call, id);
  if (await updateHidden(call.db, club, isHidden, call.now))
    await record(call, 'club_changed', { club: id, name, fields: ['isHidden'], act: 'changed' });
  return ok;
};

export const moderationHandlers = [
  handle(clubs.freezeClub, async (call, { id }) => freeze(call, id, true)),
  handle(clubs.unfreezeClub, async (call, { id }) => freeze(call, id, false)),
  handle(clubs.hideClub, async (call, { id }) => hide(call, id, true)),
  handle(clubs.unhideClub, async (call, { id }) => hide(call, id, false)),
];

/** People can report clubs that they can see. Moderators with the permission to manage clubs can freeze and hide them from the report. */
export const clubReports: ReportTarget = {
  kind: 'club',
  find: async (call, id) => {
    const who = { viewer: call.me.userId, isStaff: await isClubStaff(call) };
    return { person: null, title: orNotFound(await selectClubState(call.db, who, idOf(id))).name };
  },
  describe: async (call, ids) => {
    const isStaff = await isClubStaff(call);
    const rows = await selectReported(call.db, ids.map(idOf));
    return new Map(
      rows.map((row) => [
        String(row.id),
        {
          text: row.description,
          post: null,
          club: String(row.id),
          isHidden: row.is_hidden,
          isClosed: row.status === 'frozen',
          isDeleted: row.deleted_at !== null,
          can: {
            hide: isStaff && row.deleted_at === null,
            close:
              isStaff &&
              row.deleted_at === null &&
              (row.status === 'active' || row.status === 'frozen'),
          },
        },
      ]),
    );
  },
};
