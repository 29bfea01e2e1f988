import type { CountedSource } from '#contract/club-points/limits.ts';
import type { Context } from '../../kernel/context.ts';
import {
  insertAward,
  insertWanted,
  renameSources,
  reverseUnwanted,
} from './club-points.queries.ts';

/**
 * Awards members the points that their club gives for a source. Skips people who aren't members, and sources without points. The same
 * source with the same id counts once per person, even if this runs again. Features call it from their event handlers and add their source
 * to `countedSources`. Returns the people with new points.
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
  /** Identifies the source, such as an event. `position`: each member's own position. */
  readonly sourceId: { readonly id: string } | 'position';
}

interface PointAward {
  readonly person: number;
  readonly sourceId: string;
}

/**
 * Settles the points for an item, such as an event and its dates: awards what is wanted, and reverses earlier awards that no longer are,
 * once, even if this runs again. Reversed points are awarded again if they are wanted again, unless an officer reversed them.
 */
export const awardDuePoints = async (
  context: Pick<Context, 'db' | 'school' | 'clock'>,
  {
    club,
    people,
    source,
    of,
    wanted,
  }: {
    readonly club: number;
    readonly people: readonly number[];
    readonly source: CountedSource;
    /** The item. Ids of its sources are equal to it, or start with it and a colon. */
    readonly of: string;
    readonly wanted: readonly PointAward[];
  },
): Promise<void> => {
  const scope = { school: context.school.school_id, club, now: context.clock.now() };
  await reverseUnwanted(context.db, scope, people, { source, of, wanted });
  if (wanted.length > 0) await insertWanted(context.db, scope, source, wanted);
};

/** Renames counted sources, such as rescheduled dates of an event, so that they stay counted and aren't counted again. */
export const renamePoints = async (
  context: Pick<Context, 'db'>,
  of: { readonly club: number; readonly people: readonly number[]; readonly source: CountedSource },
  names: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  if (names.length > 0 && of.people.length > 0) await renameSources(context.db, of, names);
};
