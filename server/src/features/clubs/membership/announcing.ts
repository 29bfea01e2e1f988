import { emit, emitAll, chunkPeople } from '../../../kernel/jobs/outbox.ts';
import type { ClubAnswer } from '#contract/clubs/limits.ts';

type Teller = Parameters<typeof emit>[0];

/** The person who made the change. `isQuiet`: officers get no notification, because an imported list would cause one per row. */
interface Deed {
  readonly by: number;
  readonly isQuiet?: true;
}

/** Emits that people joined, left, requested to join, or became officers. Points, sockets and notifications of officers follow. */
export const announce = (
  context: Teller,
  club: number,
  kind: 'club_joined' | 'club_left' | 'club_requested' | 'club_officer_added',
  people: readonly number[],
  deed: Deed,
): Promise<void> =>
  emitAll(
    context,
    kind,
    people.map((user) => ({ payload: { club, user, ...deed }, dueAt: null })),
  );

/** Notifies people of a club's decision about them. */
export const answer = async (
  context: Teller,
  club: { readonly id: number; readonly name: string },
  kind: ClubAnswer,
  people: readonly number[],
  by: number,
): Promise<void> => {
  for (const group of chunkPeople(people))
    await emit(context, 'club_answered', {
      club: club.id,
      name: club.name,
      kind,
      people: group,
      by,
    });
};
