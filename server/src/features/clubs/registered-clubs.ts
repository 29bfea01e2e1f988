import type { Context } from '../../kernel/context.ts';
import { memberOf } from '../../kernel/context.ts';
import { record } from '../../kernel/security/audit.ts';
import {
  deletePositions,
  replacePositions,
  selectOfficerIds,
} from '../roles/positions/positions.queries.ts';
import * as queries from './clubs.queries.ts';
import { announce } from './membership/announcing.ts';
import {
  deleteMembers,
  insertMembers,
  selectMemberIds,
  upsertMembership,
} from './membership/membership.queries.ts';

/* What the registration and renewal of clubs do to clubs. Whether they may, approvals have decided. */

/** Somebody with the position that they take. */
export interface NewOfficer {
  readonly person: number;
  readonly position: number;
}

/** What an approved registration says of its club. */
export interface RegisteredClub {
  readonly by: number;
  readonly clientId: string;
  readonly columns: queries.ClubColumns & { name: string; membership: string };
  readonly categories: readonly number[];
}

/** Makes the club of an approved registration; answers its id. */
export const openClub = async (context: Context, club: RegisteredClub): Promise<number> => {
  const { db, school, clock } = context;
  const isOpen = club.columns.membership === 'open' || club.columns.membership === 'request';
  const { id } = await queries.insertClub(
    db,
    { school: school.school_id, by: club.by, clientId: club.clientId, now: clock.now() },
    { ...club.columns, posts_for: isOpen ? 'everyone' : 'members' },
  );
  await queries.replaceLabels(db, school.school_id, id, 'categories', club.categories);
  const { name } = club.columns;
  await record(context, 'club_changed', { club: String(id), name, act: 'added' });
  return id;
};

/**
 * Makes somebody a member; whoever is banned stays so. Says that they have joined, but not to the officers: those hear of the
 * registration or of the new officer.
 */
export const admit = async (context: Context, club: number, person: number) => {
  const { db, school, clock } = context;
  const isMember = (await selectMemberIds(db, club, [person])).length > 0;
  const place = { school: school.school_id, club, now: clock.now() };
  const stored = await upsertMembership(db, place, person, 'member');
  if (!isMember && stored?.status === 'member')
    await announce(context, club, 'club_joined', [person], {
      by: memberOf(context).userId,
      isQuiet: true,
    });
  return stored;
};

/** Gives people the positions that they take, as members, and tells the other officers. */
export const appoint = async (
  context: Context,
  club: number,
  officers: readonly NewOfficer[],
): Promise<void> => {
  const { db, school, clock } = context;
  await queries.lockClub(db, club);
  const before = new Set(await selectOfficerIds(db, club));
  const by = memberOf(context).userId;
  const place = { school: school.school_id, club, by, now: clock.now() };
  const appointed: number[] = [];
  for (const { person, position } of officers) {
    if ((await admit(context, club, person))?.status !== 'member') continue;
    await replacePositions(db, [person], { ...place, position });
    appointed.push(person);
  }
  const added = appointed.filter((one) => !before.has(one));
  await announce(context, club, 'club_officer_added', added, { by });
};

/** Takes the positions of all officers who are not among `staying`. */
export const dismissOthers = async (
  { db }: Pick<Context, 'db'>,
  club: number,
  staying: readonly number[],
): Promise<void> => {
  const leaving = (await selectOfficerIds(db, club)).filter((one) => !staying.includes(one));
  await deletePositions(db, club, leaving);
};

/** Invites people who have not said yet whether they take a position. */
export const invite = ({ db, school, clock }: Context, club: number, people: readonly number[]) =>
  insertMembers(
    db,
    school.school_id,
    club,
    people.map((id) => ({ id, status: 'invited' as const, since: clock.now() })),
  );

/** Takes the invitation of somebody who does not take a position. */
export const uninvite = ({ db }: Pick<Context, 'db'>, club: number, person: number) =>
  deleteMembers(db, club, [person], ['invited']);

/** Removes members whom a renewal leaves out, but no officers. */
export const leaveOut = async (
  context: Context,
  { club, name }: { club: number; name: string },
  people: readonly number[],
): Promise<void> => {
  const { db } = context;
  const officers = await selectOfficerIds(db, club);
  const members = people.filter((one) => !officers.includes(one));
  const removed = await deleteMembers(db, club, members, ['member', 'invited']);
  if (removed.length === 0) return;
  await announce(context, club, 'club_left', removed, { by: memberOf(context).userId });
  await record(context, 'club_members_changed', {
    club: String(club),
    name,
    people: removed,
    act: 'removed',
  });
};

/** Changes what a club says of itself as its renewal says; a club that was frozen is active again. */
export const renewClub = async (
  context: Context,
  club: number,
  columns: Pick<queries.ClubColumns, 'name' | 'description' | 'membership'>,
): Promise<void> => {
  const row = await queries.updateRenewed(context.db, club, columns, context.clock.now());
  if (row === undefined) return;
  await record(context, 'club_changed', { club: String(club), name: row.name, act: 'renewed' });
};
