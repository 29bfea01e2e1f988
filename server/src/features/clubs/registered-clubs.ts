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

/* Changes to clubs by registrations and renewals. Approvals have decided whether they are allowed. */

/** A person with their new position. */
export interface NewOfficer {
  readonly person: number;
  readonly position: number;
}

/** The approved registration of a club. */
export interface RegisteredClub {
  readonly by: number;
  readonly clientId: string;
  readonly columns: queries.ClubColumns & { name: string; membership: string };
  readonly categories: readonly number[];
}

/** Creates the club of an approved registration. Returns its id. */
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
 * Makes a person a member unless they are banned. Emits that they joined, without notifying officers, who get one about the registration or
 * the new officer.
 */
export const admit = async (context: Context, club: number, person: number) => {
  const { db, school, clock } = context;
  const isMember = (await selectMemberIds(db, club, [person])).length > 0;
  const scope = { school: school.school_id, club, now: clock.now() };
  const stored = await upsertMembership(db, scope, person, 'member');
  if (!isMember && stored?.status === 'member')
    await announce(context, club, 'club_joined', [person], {
      by: memberOf(context).userId,
      isQuiet: true,
    });
  return stored;
};

/** Assigns people their new positions as members, and notifies the other officers. */
export const appoint = async (
  context: Context,
  club: number,
  officers: readonly NewOfficer[],
): Promise<void> => {
  const { db, school, clock } = context;
  await queries.lockClub(db, club);
  const before = new Set(await selectOfficerIds(db, club));
  const by = memberOf(context).userId;
  const scope = { school: school.school_id, club, by, now: clock.now() };
  const appointed: number[] = [];
  for (const { person, position } of officers) {
    if ((await admit(context, club, person))?.status !== 'member') continue;
    await replacePositions(db, [person], { ...scope, position });
    appointed.push(person);
  }
  const added = appointed.filter((one) => !before.has(one));
  await announce(context, club, 'club_officer_added', added, { by });
};

/** Removes the positions of all officers except `staying`. */
export const dismissOthers = async (
  { db }: Pick<Context, 'db'>,
  club: number,
  staying: readonly number[],
): Promise<void> => {
  const leaving = (await selectOfficerIds(db, club)).filter((one) => !staying.includes(one));
  await deletePositions(db, club, leaving);
};

/** Invites people who haven't responded about a position yet. */
export const invite = ({ db, school, clock }: Context, club: number, people: readonly number[]) =>
  insertMembers(
    db,
    school.school_id,
    club,
    people.map((id) => ({ id, status: 'invited' as const, since: clock.now() })),
  );

/** Withdraws the invitation of someone who declined a position. */
export const uninvite = ({ db }: Pick<Context, 'db'>, club: number, person: number) =>
  deleteMembers(db, club, [person], ['invited']);

/** Removes members that a renewal omits, except officers. */
export const removeOmittedMembers = async (
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

/** Updates a club from its renewal, and unfreezes it. */
export const renewClub = async (
  context: Context,
  club: number,
  columns: Pick<queries.ClubColumns, 'name' | 'description' | 'membership'>,
): Promise<void> => {
  const row = await queries.updateRenewed(context.db, club, columns, context.clock.now());
  if (row === undefined) return;
  await record(context, 'club_changed', { club: String(club), name: row.name, act: 'renewed' });
};
