import type { SharedNames } from '#contract/people/endpoints.ts';
import type { Context } from '../../kernel/context.ts';
import type { PersonRow } from '../people/people.queries.ts';
import { canVisit, relationshipOf } from '../people/people.rules.ts';
import { viewContextOf } from '../people/people.views.ts';
import { selectSharedNames } from './shared-memberships.queries.ts';

/**
 * Reads the clubs and current courses that the caller shares with the people of a list, as getSharedMemberships() would: only of people
 * whose profile anyone in the caller's place could open. Returns a function from a person's id, which returns undefined without any.
 */
export const readSharedNames = async (
  context: Context,
  rows: readonly PersonRow[],
): Promise<(id: number) => SharedNames | undefined> => {
  const { viewer, connect } = viewContextOf(context);
  const asAnyone = { ...viewer, isAdmin: false, isAdviser: false };
  const people = rows
    .filter((row) => row.id !== viewer.userId)
    .filter((row) => canVisit(row, relationshipOf(asAnyone, row, connect)))
    .map((row) => row.id);
  if (people.length === 0) return () => undefined;
  const names = Map.groupBy(
    await selectSharedNames(context.db, viewer.userId, people, context.clock.now()),
    ({ person }) => person,
  );
  return (id) => {
    const own = names.get(id) ?? [];
    const club = own.find(({ number }) => number === null);
    const course = own.find(({ number }) => number !== null);
    if (own.length === 0) return undefined;
    return {
      ...(club && { club: club.name }),
      ...(course && { course: { number: course.number ?? '', title: course.name } }),
    };
  };
};
