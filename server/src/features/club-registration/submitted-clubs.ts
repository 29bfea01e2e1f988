import { memberOf, type Context } from '../../kernel/context.ts';
import type { ApprovalContent, ApprovalKind, ApprovalOutcome } from '../../kernel/feature.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { accessTo } from '../clubs/club-access.ts';
import {
  admit,
  appoint,
  dismissOthers,
  invite,
  removeOmittedMembers,
  openClub,
  renewClub,
} from '../clubs/registered-clubs.ts';
import * as queries from './club-registration.queries.ts';
import type { ApplicationRow } from './club-registration.queries.ts';
import { freeze } from './renewal-close.ts';
import { answersInWords, changesOf, checkComplete, nameOf } from './reading.ts';
import { selectWindow } from './setup/setup.queries.ts';

/* Submissions about clubs, and the results of decisions. */

const officersOf = (row: ApplicationRow, state: 'accepted' | 'asked') =>
  row.officers
    .filter((one) => one.state === state)
    .map(({ person, position }) => ({ person: person.id, position: position.id }));

/** Runs at each submission, so that no call can submit an incomplete application. */
const describe = async (context: Context, subject: number): Promise<ApprovalContent> => {
  const { db } = context;
  await queries.lockApplication(db, subject);
  const row = orNotFound(await queries.selectApplication(db, subject));
  await checkComplete(context, row);
  const labels = await queries.selectLabelNames(db, [
    ...(row.type_id === null ? [] : [row.type_id]),
    ...row.category_ids,
  ]);
  const answers = await answersInWords(db, row);
  const changes = await changesOf(db, row);
  const named = (list: string) =>
    labels
      .filter((one) => one.list === list)
      .map(({ name }) => name)
      .join(', ');
  const before = (what: (typeof changes)[number]['what'], label = '') => {
    const change = changes.find((one) => one.what === what && one.label === label);
    return change && { before: change.before };
  };
  const moved = changes.filter(({ what }) => what === 'officer');
  const officersBefore = moved.map((one) => `${one.label}: ${one.before || '–'}`).join('\n');
  const lines = [
    { key: 'name', label: 'Name', value: row.name, ...before('name') },
    { key: 'description', label: 'Purpose', value: row.description, ...before('description') },
    {
      key: 'membership',
      label: 'Who can join',
      value: row.membership,
      ...before('membership'),
    },
    { key: 'type', label: 'Type', value: named('types') },
    { key: 'categories', label: 'Categories', value: named('categories') },
    {
      key: 'officers',
      label: 'Officers',
      value: row.officers
        .map(({ person, position }) => `${position.name}: ${nameOf(person)}`)
        .join('\n'),
      ...(moved.length > 0 && { before: officersBefore }),
    },
    { key: 'removals', label: 'Members to remove', value: row.removals.map(nameOf).join(', ') },
    ...answers.map(({ title, answer }) => ({
      label: title,
      value: answer,
      ...before('answer', title),
    })),
  ];
  return {
    title: row.window === null ? row.name : `${row.name}, ${row.window.name}`,
    link: `/club-registrations/${row.id}`,
    club: row.club?.id ?? null,
    fields: lines.filter((one) => one.value !== '' || 'before' in one),
  };
};

/**
 * Replaces the officers of a renewed club with those who have accepted, once any of them has. Until then, the others keep their positions.
 */
export const transferToClub = async (context: Context, row: ApplicationRow): Promise<void> => {
  const accepted = officersOf(row, 'accepted');
  if (row.club === null || accepted.length === 0) return;
  await appoint(context, row.club.id, accepted);
  await dismissOthers(
    context,
    row.club.id,
    accepted.map(({ person }) => person),
  );
  await queries.updateHandedOver(context.db, row.id, context.clock.now());
};

const held = async (context: Context, { subject }: ApprovalOutcome): Promise<ApplicationRow> => {
  await queries.lockApplication(context.db, subject);
  return orNotFound(await queries.selectApplication(context.db, subject));
};

export const registrationKind: ApprovalKind = {
  kind: 'club_registration',
  name: 'Club registration',
  isOfClub: false,
  describe,
  onApproved: async (context, outcome) => {
    const { db, clock } = context;
    const row = await held(context, outcome);
    const by = row.author_id ?? memberOf(context).userId;
    const { name, description, membership, type_id } = row;
    const club = await openClub(context, {
      by,
      clientId: row.client_id,
      columns: { name, description, membership, type_id },
      categories: row.category_ids,
    });
    await queries.updateApproved(db, row.id, club, clock.now());
    if (row.author_id !== null) await admit(context, club, row.author_id);
    await appoint(context, club, officersOf(row, 'accepted'));
    await invite(
      context,
      club,
      officersOf(row, 'asked').map(({ person }) => person),
    );
  },
};

/** Freezes a club whose renewal wasn't approved in time, like the others. */
const freezeIfClosed = async (context: Context, outcome: ApprovalOutcome): Promise<void> => {
  const row = await held(context, outcome);
  const closed = row.window?.closed_at ?? null;
  const newest = await selectWindow(context.db);
  if (closed !== null && row.club !== null && newest?.id === row.window_id)
    await freeze(context.db, context.school.school_id, [row.club.id], context.clock.now());
};

export const renewalKind: ApprovalKind = {
  kind: 'club_renewal',
  name: 'Club renewal',
  isOfClub: true,
  describe,
  canAct: async (context, subject) => {
    const row = await queries.selectApplication(context.db, subject);
    if (row?.club == null) return false;
    return (await accessTo(context, [row.club.id], false)).may(
      row.club.id,
      'clubs.manage_officers',
    );
  },
  onApproved: async (context, outcome) => {
    const row = await held(context, outcome);
    if (row.club === null) return;
    const { club, own } = row;
    await renewClub(context, club.id, {
      ...(own.name !== null && { name: own.name }),
      ...(own.description !== null && { description: own.description }),
      ...(own.membership !== null && { membership: own.membership }),
    });
    await queries.updateApproved(context.db, row.id, club.id, context.clock.now());
    await transferToClub(context, row);
    await invite(
      context,
      club.id,
      officersOf(row, 'asked').map(({ person }) => person),
    );
    await removeOmittedMembers(
      context,
      { club: club.id, name: row.name },
      row.removals.map(({ id }) => id),
    );
  },
  onDenied: freezeIfClosed,
  onWithdrawn: freezeIfClosed,
};
