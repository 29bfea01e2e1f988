import type { Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { isInClubAs, isOfficerOf } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

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
export const onClubAnswered = (
  scope: Scope,
  { id, payload: { club, name, kind, people, by } }: OutboxEvent<'club_answered'>,
): Promise<void> =>
  // The person who declined isn't named.
  notifyNews(scope, newsFor(people, kind === 'club_declined' ? nobody : by, id), {
    condition: after[kind](club),
    key: 'general.approvals',
    kind,
    fold: `${kind}:${club}`,
    about: { title: name, path: `/clubs/${club}` },
  });
