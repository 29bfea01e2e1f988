import * as clubs from '#contract/clubs/members.endpoints.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import {
  deletePositions,
  replacePositions,
  selectOfficerIds,
  selectPositions,
} from '../../roles/positions/positions.queries.ts';
import { accessTo, type ClubAccess } from '../club-access.ts';
import { clubViewer } from '../club-viewer.ts';
import { lockClub, selectClubState } from '../clubs.queries.ts';
import {
  canManageOfficers,
  canOf,
  isWritable,
  nextMembership,
  type ClubState,
} from '../clubs.rules.ts';
import { announce, answer } from './announcing.ts';
import * as queries from './membership.queries.ts';
import { readRequestAnswers, storeRequestAnswers } from './questions.ts';

type NamedClub = ClubState & { name: string };

/** Returns a club that the caller can see, with their permissions. Throws 404 otherwise. */
const readClub = async (
  call: Call,
  id: string,
): Promise<{ club: NamedClub; access: ClubAccess }> => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  return { club: orNotFound(await selectClubState(call.db, who, idOf(id))), access };
};

/** Returns a club whose members the caller can change. Throws without permission, or if the club is read-only. */
const managedClub = async (call: Call, id: string, permission: PermissionOf<'club'>) => {
  const { club, access } = await readClub(call, id);
  if (!access.may(club.id, permission)) throw problem('forbidden');
  if (!isWritable(club)) throw problem('club_inactive');
  return { club, access };
};

const keep = async (
  call: Call,
  club: NamedClub,
  act: Acts['club_members_changed'],
  people: readonly number[],
  more: { position?: string | null } = {},
): Promise<void> => {
  if (people.length === 0) return;
  const detail = { club: String(club.id), name: club.name, people: [...people], ...more };
  await record(call, 'club_members_changed', { ...detail, act });
};

/** Throws if the change would leave a club without officers. The club must be locked. */
const checkOfficersLeft = async (
  call: Call,
  club: number,
  leaving: readonly number[],
): Promise<void> => {
  const officers = await selectOfficerIds(call.db, club);
  if (officers.length > 0 && officers.every((one) => leaving.includes(one)))
    throw problem('club_last_officer');
};

/**
 * Throws if people have changed since the caller loaded them: if two officers change a member, the second gets a conflict and the first
 * change stays. `asMembers`: they must still be members. The club must be locked.
 */
const checkSeen = async (
  db: Db,
  club: number,
  seen: Readonly<Record<string, string | null>>,
  asMembers: boolean,
): Promise<void> => {
  const standings = await queries.selectStandings(db, club, Object.keys(seen).map(idOf));
  const isAsSeen = ({ id, is_member: isMember, position }: (typeof standings)[number]) =>
    position === (seen[String(id)] ?? null) && (isMember || !asMembers || position !== null);
  if (!standings.every(isAsSeen)) throw problem('club_member_changed');
};

export const membershipHandlers = [
  handle(
    clubs.listClubMembers,
    async (call, { id, pageOffset: offset, pageSize: size, ...narrowed }) => {
      const access = await accessTo(call, [idOf(id)]);
      const { isStaff } = access;
      orNotFound(await selectClubState(call.db, { viewer: call.me.userId, isStaff }, idOf(id)));
      const seesTags = access.may(idOf(id), 'clubs.manage_members');
      const showsPoints = access.may(idOf(id), 'points.manage');
      const { total, rows } = await queries.selectMembers(
        call.db,
        clubViewer(call, isStaff),
        idOf(id),
        { offset, size, ...narrowed, seesTags },
      );
      const items = rows.map((row) => ({
        ...faceView(row),
        role: row.position === null ? ('member' as const) : ('officer' as const),
        ...(row.position !== null && { position: row.position }),
        since: row.since.toISOString(),
        tags: seesTags || row.id === call.me.userId ? row.tags : [],
        ...(showsPoints && { points: row.points }),
      }));
      return windowOf(items, { total, offset, size });
    },
  ),

  // Joins a club, as its membership mode allows.
  handle(clubs.joinClub, async (call, { id, ...sent }) => {
    const { club } = await readClub(call, id);
    const next = nextMembership(club);
    if ('refused' in next) throw problem(next.refused);
    const scope = { school: call.schoolId, club: club.id, now: call.now };
    const { status, is_new: isNew } = orNotFound(
      await queries.upsertMembership(call.db, scope, call.me.userId, next.status),
    );
    if (status !== 'member' && status !== 'requested') throw problem('club_membership_refused');
    if (isNew && status === 'requested') await storeRequestAnswers(call, club.id, sent);
    if (status !== club.my_status)
      await announce(
        call,
        club.id,
        status === 'member' ? 'club_joined' : 'club_requested',
        [call.me.userId],
        { by: call.me.userId },
      );
    return { status };
  }),

  handle(clubs.leaveClub, async (call, { id }) => {
    const { club: before } = await readClub(call, id);
    // If someone is assigning the caller a position, this waits for it.
    await lockClub(call.db, before.id);
    const { club, access } = await readClub(call, id);
    const me = call.me.userId;
    if (club.my_position !== null) {
      if (club.are_officers_locked && !access.isStaff) throw problem('club_officers_locked');
      await checkOfficersLeft(call, club.id, [me]);
    }
    await queries.deleteMembership(call.db, club.id, me);
    await deletePositions(call.db, club.id, [me]);
    await announce(call, club.id, 'club_left', [me], { by: me });
    return { status: 'none' as const };
  }),

  handle(
    clubs.listClubRequests,
    async (call, { id, pageOffset: offset, pageSize: size, status }) => {
      const { club, access } = await readClub(call, id);
      if (!access.may(club.id, 'clubs.manage_members')) throw problem('forbidden');
      const { visibility } = clubViewer(call, access.isStaff);
      const { total, rows } = await queries.selectApplicants(
        call.db,
        visibility,
        { club: club.id, status },
        { offset, size },
      );
      const people = status === 'requested' ? rows.map((row) => row.id) : [];
      const answers = await readRequestAnswers(call, club.id, people);
      const items = rows.map((row) => ({
        ...faceView(row),
        status,
        since: row.since.toISOString(),
        answers: answers.get(row.id) ?? null,
      }));
      return windowOf(items, { total, offset, size });
    },
  ),

  handle(clubs.listClubPastMembers, async (call, { id, pageOffset: offset, pageSize: size }) => {
    const { club, access } = await readClub(call, id);
    if (!access.may(club.id, 'clubs.manage_members')) throw problem('forbidden');
    const { visibility } = clubViewer(call, access.isStaff);
    const window = { offset, size };
    const { total, rows } = await queries.selectPastMembers(call.db, visibility, club.id, window);
    const items = rows.map((row) => ({
      ...faceView(row),
      id: String(row.past_id),
      position: row.position,
      since: row.since.toISOString(),
      until: row.until.toISOString(),
    }));
    return windowOf(items, { total, offset, size });
  }),

  handle(clubs.decideClubRequests, async (call, { id, accept, decline }) => {
    const { club } = await managedClub(call, id, 'clubs.manage_members');
    const accepted = await queries.updateAccepted(call.db, club.id, accept.map(idOf), call.now);
    const declined = await queries.deleteMembers(call.db, club.id, decline.map(idOf), [
      'requested',
    ]);
    await keep(call, club, 'accepted', accepted);
    await announce(call, club.id, 'club_joined', accepted, { by: call.me.userId });
    await keep(call, club, 'declined', declined);
    await answer(call, club, 'club_accepted', accepted, call.me.userId);
    await answer(call, club, 'club_declined', declined, call.me.userId);
    return { accepted: accepted.map(String), declined: declined.map(String) };
  }),

  handle(clubs.inviteToClub, async (call, { id, uids }) => {
    const { club, access } = await managedClub(call, id, 'clubs.manage_members');
    const people = uids.map(idOf);
    const scope = { school: call.schoolId, club: club.id, now: call.now };
    const accepted = await queries.updateAccepted(call.db, club.id, people, call.now);
    const { visibility } = clubViewer(call, access.isStaff);
    const invited = await queries.insertInvited(call.db, visibility, scope, people);
    await keep(call, club, 'accepted', accepted);
    await announce(call, club.id, 'club_joined', accepted, { by: call.me.userId });
    await keep(call, club, 'invited', invited);
    await answer(call, club, 'club_accepted', accepted, call.me.userId);
    await answer(call, club, 'club_invited', invited, call.me.userId);
    return { invited: invited.length, accepted: accepted.length };
  }),

  handle(clubs.updateClubMembers, async (call, { id, uids, act, position = null, tag, seen }) => {
    const permission = act === 'position' ? 'clubs.manage_officers' : 'clubs.manage_members';
    const { club, access } = await managedClub(call, id, permission);
    const { db } = call;
    const people = [...new Set(uids.map(idOf))];
    const finish = async (
      kept: Acts['club_members_changed'],
      changed: readonly number[],
      more?: { position: string | null },
    ): Promise<{ changed: number }> => {
      await keep(call, club, kept, changed, more);
      return { changed: changed.length };
    };
    if (act === 'tag' || act === 'untag') {
      if (tag === undefined)
        throw problem('invalid_input', {}, [{ path: 'tag', message: 'missing' }]);
      const change = { tag, isAdded: act === 'tag', max: clubLimits.memberTags };
      return finish('tags', await queries.updateTags(db, club.id, people, change));
    }
    if (act === 'unban')
      return finish('unbanned', await queries.deleteMembers(db, club.id, people, ['banned']));
    // People who have accepted since stay, with their position.
    if (act === 'uninvite')
      return finish('uninvited', await queries.deleteMembers(db, club.id, people, ['invited']));

    // The other actions can remove the last officer, so changes run one after another.
    await lockClub(db, club.id);
    if (seen !== undefined) await checkSeen(db, club.id, seen, act === 'position');
    const loses = act !== 'position' || position === null;
    const touchesOfficers =
      act === 'position' ||
      (await selectOfficerIds(db, club.id)).some((one) => people.includes(one));
    if (touchesOfficers && !canOf(club, access).manageOfficers)
      throw problem(
        canManageOfficers({ ...club, are_officers_locked: false }, access)
          ? 'club_officers_locked'
          : 'forbidden',
      );
    // Staff can leave a club without officers.
    if (loses && !access.isStaff) await checkOfficersLeft(call, club.id, people);

    if (act === 'position') {
      // Also for people who are no longer members.
      if (position === null)
        return finish('position', await deletePositions(db, club.id, people), { position });
      const known = (await selectPositions(db)).find((one) => one.id === idOf(position));
      if (known === undefined) throw problem('not_found');
      const members = await queries.selectMemberIds(db, club.id, people);
      const scope = { school: call.schoolId, club: club.id, by: call.me.userId, now: call.now };
      const before = new Set(await selectOfficerIds(db, club.id));
      await replacePositions(db, members, { ...scope, position: known.id });
      const added = members.filter((one) => !before.has(one));
      const by = call.me.userId;
      await announce(call, club.id, 'club_officer_added', added, { by });
      const others = added.filter((one) => one !== by);
      await answer(call, club, 'club_position_given', others, by);
      return finish('position', members, { position: known.name });
    }
    await deletePositions(db, club.id, people);
    await announce(call, club.id, 'club_left', people, { by: call.me.userId });
    if (act === 'remove')
      return finish(
        'removed',
        await queries.deleteMembers(db, club.id, people, ['member', 'invited']),
      );
    const scope = { school: call.schoolId, club: club.id, now: call.now };
    const { visibility } = clubViewer(call, access.isStaff);
    return finish('banned', await queries.upsertBanned(db, visibility, scope, people));
  }),
];
