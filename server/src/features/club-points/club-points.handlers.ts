import * as points from '#contract/club-points/endpoints.ts';
import type { PointLine, PointSettings } from '#contract/club-points/endpoints.ts';
import { countedSources } from '#contract/club-points/limits.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { accessTo } from '../clubs/club-access.ts';
import { clubViewer } from '../clubs/club-viewer.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { faceView } from '../people/people.views.ts';
import * as queries from './club-points.queries.ts';

/** Maximum awards of a person per hour. */
const hourly = { max: 300, seconds: 3_600 };

/** Returns a club that the caller can see, and whether they manage its points. Throws 404 otherwise. */
const readClub = async (call: Call, id: string) => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  const { visibility } = clubViewer(call, access.isStaff);
  return { club, visibility, manages: access.may(club.id, 'points.manage') };
};

/** Returns a club whose points the caller manages. `isRead` includes read-only clubs. */
const managedClub = async (call: Call, id: string, isRead = false) => {
  const read = await readClub(call, id);
  if (!read.manages) throw problem('forbidden');
  if (!isRead && !isWritable(read.club)) throw problem('club_inactive');
  return read;
};
type Managed = Awaited<ReturnType<typeof managedClub>>;

const keep = async (
  call: Call,
  { club }: Managed,
  act: Acts['club_points_changed'],
  people: readonly number[],
): Promise<void> => {
  const detail = { club: String(club.id), name: club.name, people: [...people] };
  await record(call, 'club_points_changed', { ...detail, act });
};

const settingsView = (row: queries.PointSettingsRow | undefined): PointSettings => ({
  version: row?.version ?? 0,
  points: {
    joined: row?.points.joined ?? 0,
    served: row?.points.served ?? 0,
    attended: row?.points.attended ?? 0,
  },
});

export const clubPointsHandlers = [
  handle(points.listPoints, async (call, { id, uid, cursor, size }) => {
    const { club, visibility, manages } = await readClub(call, id);
    const person = uid === undefined ? call.me.userId : idOf(uid);
    if (person !== call.me.userId) {
      if (!manages) throw problem('forbidden');
      if (!(await queries.isPersonSeen(call.db, visibility, person))) throw problem('not_found');
    }
    const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
    const whose = { club: club.id, person };
    const rows = await queries.selectLines(call.db, visibility, whose, { after, size: size + 1 });
    const settings = settingsView(await queries.selectSettings(call.db, club.id));
    const page = pageOfRows(rows, size, {
      view: (row): PointLine => ({
        id: String(row.id),
        source: row.source,
        points: row.points,
        reason: row.reason,
        at: row.at.toISOString(),
        by: row.by && faceView(row.by),
        isReversed: row.is_reversed,
        can: {
          reverse: manages && isWritable(club) && row.source !== 'reversal' && !row.is_reversed,
        },
      }),
      keyOf: (row) => [row.at, row.id],
    });
    return {
      ...page,
      balance: await queries.selectBalance(call.db, club.id, person),
      isCounting: countedSources.some((source) => settings.points[source] > 0),
    };
  }),

  handle(points.givePoints, async (call, { id, clientId, uids, points: given, reason }) => {
    const managed = await managedClub(call, id);
    await countUseInTransaction(call, `club-points:${call.me.userId}`, hourly);
    const { club, visibility } = managed;
    const people = [...new Set(uids.map(idOf))];
    const scope = { school: call.schoolId, club: club.id, now: call.now };
    // Another officer can use the same id.
    const sourceId = `${call.me.userId}:${clientId}`;
    const gift = { sourceId, points: given, reason, by: call.me.userId };
    const added = await queries.insertGift(call.db, visibility, scope, people, gift);
    if (added.length > 0) await keep(call, managed, 'given', added);
    return { given: await queries.countLines(call.db, club.id, people, sourceId) };
  }),

  handle(points.reversePoints, async (call, { id, line, reason }) => {
    const managed = await managedClub(call, id);
    const { club, visibility } = managed;
    const row = orNotFound(await queries.selectLine(call.db, club.id, idOf(line)));
    if (!(await queries.isPersonSeen(call.db, visibility, row.user_id))) throw problem('not_found');
    if (row.reverses_id !== null) throw problem('club_points_final');
    const scope = { school: call.schoolId, club: club.id, now: call.now };
    const sent = { by: call.me.userId, reason };
    if (await queries.insertReversal(call.db, scope, row.id, sent))
      await keep(call, managed, 'reversed', [row.user_id]);
    return { balance: await queries.selectBalance(call.db, club.id, row.user_id) };
  }),

  handle(points.getPointSettings, async (call, { id }) => {
    const { club } = await managedClub(call, id, true);
    return settingsView(await queries.selectSettings(call.db, club.id));
  }),

  handle(points.updatePointSettings, async (call, { id, version, points: sent }) => {
    const managed = await managedClub(call, id);
    const { club } = managed;
    const change = { version, points: sent };
    if (!(await queries.upsertSettings(call.db, call.schoolId, club.id, change)))
      throw problem('club_points_changed');
    await keep(call, managed, 'settings', []);
    return settingsView(await queries.selectSettings(call.db, club.id));
  }),
];
