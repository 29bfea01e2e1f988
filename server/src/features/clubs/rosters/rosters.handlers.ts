import * as clubs from '#contract/clubs/roster.endpoints.ts';
import type { ClubRoster, ClubRosterCheck } from '#contract/clubs/roster.endpoints.ts';
import { clubLimits as limits } from '#contract/clubs/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countInMemory, countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { accessTo } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { lockClub, selectClubState } from '../clubs.queries.ts';
import { isWritable } from '../clubs.rules.ts';
import { announce, answer } from '../membership/announcing.ts';
import { readRoster } from './roster-text.ts';
import * as queries from './rosters.queries.ts';

/** Maximum lists and rows per person and hour, because a list reveals the owners of addresses. */
const hourly = { max: 60, seconds: 3_600 };
const hourlyRows = { max: 3 * limits.rosterRows, seconds: 3_600 };
/** Maximum people and rows in a reply. */
const named = 100;

const forgottenAt = (now: Date): Date => new Date(now.getTime() - limits.rosterDays * 86_400_000);

/** Returns a club whose members the caller manages. `isRead` includes read-only clubs. */
const managedClub = async (call: Call, id: string, isRead = false) => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  if (!access.may(club.id, 'clubs.manage_members')) throw problem('forbidden');
  if (!isRead && !isWritable(club)) throw problem('club_inactive');
  return { club, access };
};
type Managed = Awaited<ReturnType<typeof managedClub>>;

const rosterView = (row: queries.RosterRow): ClubRoster => ({
  id: String(row.id),
  by: row.by && faceView(row.by),
  at: row.at.toISOString(),
  added: row.added,
  accepted: row.accepted,
  already: row.already,
  skipped: row.skipped,
  undoneAt: row.undone_at?.toISOString() ?? null,
  can: { undo: row.undone_at === null },
});

/** Returns what a list would change: new members, and skipped rows. */
const readList = async (call: Call, { club, access }: Managed, text: string) => {
  await countUseInTransaction(call, `club-roster:${call.me.userId}`, hourly);
  const rows = readRoster(text);
  if (rows.length > limits.rosterRows)
    throw problem('invalid_input', {}, [
      { path: 'text', message: `at most ${limits.rosterRows} rows` },
    ]);
  const subject = `club-roster-rows:${call.schoolId}:${call.me.userId}`;
  await countInMemory(call, subject, hourlyRows, rows.length);
  const emails = rows.map(({ value }) => value.toLowerCase()).filter((one) => one.includes('@'));
  const ids = rows.map(({ value }) => idOf(value)).filter((id) => id !== 0);
  const { visibility } = clubViewer(call, access.isStaff);
  const people = await queries.selectNamed(call.db, visibility, club.id, { emails, ids });
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const byId = new Map(people.map((person) => [person.id, person]));
  const seen = new Set<number>();
  const problems: ClubRosterCheck['problems'] = [];
  const making: queries.NamedPerson[] = [];
  let already = 0;
  for (const { line, value } of rows) {
    const person = byEmail.get(value.toLowerCase()) ?? byId.get(idOf(value));
    const reason =
      person === undefined
        ? 'unknown'
        : seen.has(person.id)
          ? 'twice'
          : person.status === 'banned'
            ? 'banned'
            : null;
    if (person !== undefined) seen.add(person.id);
    if (reason !== null) problems.push({ line, value, reason });
    else if (person?.status === 'member') already += 1;
    else if (person !== undefined) making.push(person);
  }
  const accepted = making.filter(({ status }) => status !== null).length;
  const counts = {
    added: making.length - accepted,
    accepted,
    already,
    skipped: problems.length,
  };
  return { counts, making, problems };
};

const keep = (
  call: Call,
  { club }: Managed,
  act: 'list_checked' | 'imported' | 'import_undone',
  people: readonly number[],
): Promise<void> =>
  record(call, 'club_members_changed', { club: String(club.id), name: club.name, people, act });

export const rostersHandlers = [
  handle(clubs.checkClubRoster, async (call, { id, text }) => {
    const managed = await managedClub(call, id);
    const { counts, making, problems } = await readList(call, managed, text);
    const people = making.map((person) => person.id);
    await keep(call, managed, 'list_checked', people);
    return {
      ...counts,
      people: making.slice(0, named).map((person) => faceView(person)),
      problems: problems.slice(0, named),
    };
  }),

  handle(clubs.importClubRoster, async (call, { id, clientId, text }) => {
    const managed = await managedClub(call, id);
    const { db, me, schoolId: school, now } = call;
    const { club } = managed;
    // If two people send a list at the same time, the second person sees the first person's changes.
    await lockClub(db, club.id);
    const repeated = await queries.selectSentRoster(db, club.id, me.userId, clientId);
    if (repeated !== undefined) {
      const { added, accepted, already, skipped } = repeated;
      return { added, accepted, already, skipped, roster: rosterView(repeated) };
    }
    const { counts, making } = await readList(call, managed, text);
    const people = making.map((person) => person.id);
    if (people.length === 0) {
      await keep(call, managed, 'list_checked', people);
      return { ...counts, roster: null };
    }
    const scope = { school, club: club.id, by: me.userId, clientId, now };
    const stored = await queries.insertRoster(db, scope, counts, people);
    const joined = await queries.upsertMembers(db, scope, people);
    await announce(call, club.id, 'club_joined', joined, { by: me.userId, isQuiet: true });
    const waited = new Set(making.filter((one) => one.status === 'requested').map(({ id }) => id));
    const accepted = joined.filter((one) => waited.has(one));
    await answer(call, club, 'club_accepted', accepted, me.userId);
    await keep(call, managed, 'imported', people);
    const row = orNotFound(await queries.selectRoster(db, club.id, stored, now));
    return { ...counts, roster: rosterView(row) };
  }),

  handle(clubs.listClubRosters, async (call, { id }) => {
    const { club } = await managedClub(call, id, true);
    const rows = await queries.selectRosters(call.db, club.id, forgottenAt(call.now));
    return { items: rows.map(rosterView) };
  }),

  handle(clubs.undoClubRoster, async (call, { id, roster }) => {
    const managed = await managedClub(call, id);
    const { club } = managed;
    const { db, now } = call;
    await lockClub(db, club.id);
    const select = async () =>
      orNotFound(await queries.selectRoster(db, club.id, idOf(roster), forgottenAt(now)));
    const row = await select();
    // Undoing it twice changes nothing.
    const people = row.undone_at === null ? await queries.restoreRoster(db, club.id, row, now) : [];
    if (people.length > 0) {
      await announce(call, club.id, 'club_left', people, { by: call.me.userId });
      await keep(call, managed, 'import_undone', people);
    }
    const kept = row.undone_at === null ? row.added + row.accepted - people.length : 0;
    return { restored: people.length, kept, roster: rosterView(await select()) };
  }),
];

/** Deletes lists that can no longer be undone. */
export const deleteOldRosters: MaintenanceTask = (db, now) =>
  queries.deleteRostersBefore(db, forgottenAt(now));
