import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import {
  isInClubAs,
  isOfficerOf,
  isStillInClub,
  isStillOfficer,
  selectClubOfficers,
} from './club-notifications.queries.ts';
import {
  userEventsFor,
  noActor,
  notifyOfEvents,
  notifyPeople,
  removeFromNotifications,
} from '../../notifications/notify/notify.ts';
import { lockListsThere } from '../../notifications/notify/delivery-log.queries.ts';

/** The expected relation of a person to the club, by answer. */
const after = {
  club_accepted: (club: number) => isInClubAs(club, 'member'),
  club_declined: (club: number) => isInClubAs(club, null),
  club_invited: (club: number) => isInClubAs(club, 'invited'),
  club_position_given: isOfficerOf,
} as const;

/**
 * Notifies people about a club's decision or invitation if it still applies. The product's matrix has no key for it, so it belongs to
 * approvals, like requests to become an officer (decision 053). It doesn't reveal who declined.
 */
const onClubAnswered = (
  scope: Scope,
  { id, payload: { club, name, kind, people, by } }: OutboxEvent<'club_answered'>,
): Promise<void> =>
  // The person who declined isn't named.
  notifyOfEvents(scope, userEventsFor(people, kind === 'club_declined' ? noActor : by, id), {
    condition: after[kind](club),
    key: 'general.approvals',
    kind,
    collapseKey: `${kind}:${club}`,
    repeat: 'replace',
    about: { title: name, path: `/clubs/${club}` },
    target: { kind: 'club', id: club },
  });

/** Notifies a club's other officers that someone joined, asked to join or became an officer. Skips the person who added them. */
const onClubPerson = async (
  scope: Scope,
  {
    id: event,
    kind,
    payload: { club, user, by = user, isQuiet },
  }: OutboxEvent<'club_joined' | 'club_requested' | 'club_officer_added'>,
): Promise<void> => {
  if (isQuiet === true) return;
  // Requests notify only officers who can answer them.
  const permission = kind === 'club_requested' ? 'clubs.manage_members' : null;
  const officers = await transact(scope, ({ db }) =>
    selectClubOfficers(db, club, { without: [user, by], permission }),
  );
  const says = {
    club_joined: ['officer.newMember', 'member_joined', isStillInClub(club, 'member')],
    club_requested: [
      'officer.newMemberRequiresValidation',
      'member_requested',
      isStillInClub(club, 'requested'),
    ],
    club_officer_added: ['officer.newOfficer', 'officer_added', isStillOfficer(club)],
  } as const;
  const [key, said, condition] = says[kind];
  await notifyPeople(
    scope,
    officers.toSorted((a, b) => a - b),
    { actor: user, event },
    {
      key,
      kind: said,
      condition,
      collapseKey: `${said}:${club}`,
      club,
      target: { kind: 'club', id: club },
    },
  );
};

/** After one officer answers a request to join, the other officers don't need to. */
const onClubRequestsAnswered = async (
  scope: Scope,
  { payload: { club, kind, people } }: OutboxEvent<'club_answered'>,
): Promise<void> => {
  if (kind !== 'club_accepted' && kind !== 'club_declined') return;
  await transact(scope, async (context) => {
    const officers = await selectClubOfficers(context.db, club, {
      without: [],
      permission: 'clubs.manage_members',
    });
    if (officers.length === 0) return;
    await lockListsThere(context.db, officers);
    await removeFromNotifications(
      context,
      officers.flatMap((user) => people.map((actor) => ({ user, actor }))),
      [`member_requested:${club}`],
      'read',
    );
  });
};

export const clubNotifications = [
  onEventWithNumber('clubs.notify-member', 'club_joined', onClubPerson),
  onEventWithNumber('clubs.notify-request', 'club_requested', onClubPerson),
  onEventWithNumber('clubs.notify-officer', 'club_officer_added', onClubPerson),
  onEventWithNumber('clubs.notify-answer', 'club_answered', onClubAnswered),
  onEventWithNumber('clubs.settle-request', 'club_answered', onClubRequestsAnswered),
];
