import { emit, emitAll, chunkPeople } from '../../../kernel/jobs/outbox.ts';
import type { ClubAnswer } from '#contract/clubs/limits.ts';

type Teller = Parameters<typeof emit>[0];

/** Who did it, and whether officers hear nothing of it: of a list of people they would hear once for each row. */
interface Deed {
  readonly by: number;
  readonly isQuiet?: true;
}

/** Says who has joined, has left, has asked to join, or is an officer now: points, sockets and the club's officers follow. */
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

/** Tells people what a club has decided about them: they would otherwise find out only by coming back. */
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
