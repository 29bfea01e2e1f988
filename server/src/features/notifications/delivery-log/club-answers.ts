import type { Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { isInClubAs, isOfficerOf } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

/** Whether people still are to the club what each answer made them. */
const after = {
  club_accepted: (club: number) => isInClubAs(club, 'member'),
  club_declined: (club: number) => isInClubAs(club, null),
  club_invited: (club: number) => isInClubAs(club, 'invited'),
  club_position_given: isOfficerOf,
} as const;

/**
 * A club has decided about people, or invites them: they are told, where it is still so. There is no key of its own in the product's
 * matrix, so it is one of approvals, like being asked to be an officer (decision 053). Who declined is not said.
 */
export const onClubAnswered = (
  scope: Scope,
  { id, payload: { club, name, kind, people, by } }: OutboxEvent<'club_answered'>,
): Promise<void> =>
  // Who declined is not named.
  notifyNews(scope, newsFor(people, kind === 'club_declined' ? nobody : by, id), {
    condition: after[kind](club),
    key: 'general.approvals',
    kind,
    collapseKey: `${kind}:${club}`,
    about: { title: name, path: `/clubs/${club}` },
  });
