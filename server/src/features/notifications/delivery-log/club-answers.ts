import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { selectClubOfficers } from '../post-items/post-items.queries.ts';
import { isInClubAs, isOfficerOf, lockListsThere } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews, takeOut } from './notify.ts';

/** Whether people still are to the club what each answer made them. */
const after = {
  club_accepted: (club: number) => isInClubAs(club, 'member'),
  club_declined: (club: number) => isInClubAs(club, null),
  club_invited: (club: number) => isInClubAs(club, 'invited'),
  club_position_given: isOfficerOf,
} as const;

/** One officer has answered: no officer has to decide about these people any more. */
const settleRequests = (scope: Scope, club: number, people: readonly number[]): Promise<void> =>
  transact(scope, async (context) => {
    const officers = await selectClubOfficers(context.db, club, {
      without: [],
      permission: 'clubs.manage_members',
      now: context.clock.now(),
    });
    if (officers.length === 0) return;
    await lockListsThere(context.db, officers);
    await takeOut(
      context,
      officers.flatMap((user) => people.map((actor) => ({ user, actor }))),
      [`member_requested:${club}`],
      'read',
    );
  });

/**
 * A club has decided about people, or invites them: they are told, where it is still so. There is no key of its own in the product's
 * matrix, so it is one of approvals, like being asked to be an officer (decision 053). Who declined is not said.
 */
export const onClubAnswered = async (
  scope: Scope,
  { id, payload: { club, name, kind, people, by } }: OutboxEvent<'club_answered'>,
): Promise<void> => {
  if (kind === 'club_accepted' || kind === 'club_declined')
    await settleRequests(scope, club, people);
  // Who declined is not named.
  await notifyNews(scope, newsFor(people, kind === 'club_declined' ? nobody : by, id), {
    condition: after[kind](club),
    key: 'general.approvals',
    kind,
    fold: `${kind}:${club}`,
    about: { title: name, path: `/clubs/${club}` },
  });
};
