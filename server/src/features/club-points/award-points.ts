import type { CountedSource } from '#contract/club-points/limits.ts';
import type { Context } from '../../kernel/context.ts';
import { insertAward } from './club-points.queries.ts';

/**
 * Gives members of a club what it counts a source for; whoever is no member is left out, and so is what the club gives nothing for.
 * The same source of the same id is counted once for a person, however often this runs. Features whose happenings count call it from
 * their event handlers and add their source to `countedSources`. Answers who has new points.
 */
export const awardPoints = (
  context: Pick<Context, 'db' | 'school' | 'clock'>,
  { club, people, source, sourceId }: Award,
): Promise<number[]> =>
  insertAward(
    context.db,
    { school: context.school.school_id, club, now: context.clock.now() },
    people,
    { source, sourceId: sourceId === 'position' ? null : sourceId.id },
  );

interface Award {
  readonly club: number;
  readonly people: readonly number[];
  readonly source: CountedSource;
  /** Which of its kind: an event, for example. `position`: the one that each of them holds in the club. */
  readonly sourceId: { readonly id: string } | 'position';
}
