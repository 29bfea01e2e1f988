import type { CountedSource } from '#contract/club-points/limits.ts';
import type { Context } from '../../kernel/context.ts';
import {
  insertAward,
  insertWanted,
  renameSources,
  reverseUnwanted,
} from './club-points.queries.ts';

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

interface Wanted {
  readonly person: number;
  readonly sourceId: string;
}

/**
 * Makes the points for a thing what they are to be, such as for an event and its dates: gives what is wanted and takes back what was
 * given and no longer is, once, however often this runs. What is wanted again is given again, unless an officer took it back.
 */
export const settlePoints = async (
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
    /** The thing: ids of its sources are it, or begin with it and a colon. */
    readonly of: string;
    readonly wanted: readonly Wanted[];
  },
): Promise<void> => {
  const place = { school: context.school.school_id, club, now: context.clock.now() };
  await reverseUnwanted(context.db, place, people, { source, of, wanted });
  if (wanted.length > 0) await insertWanted(context.db, place, source, wanted);
};

/** What was counted has another name now, such as the dates of an event that were moved: it stays counted, and is not counted again. */
export const renamePoints = async (
  context: Pick<Context, 'db'>,
  of: { readonly club: number; readonly people: readonly number[]; readonly source: CountedSource },
  names: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  if (names.length > 0 && of.people.length > 0) await renameSources(context.db, of, names);
};
