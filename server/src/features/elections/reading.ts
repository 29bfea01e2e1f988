import type { Face } from '#contract/people/endpoints.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../kernel/sql.ts';
import { faceView } from '../people/people.views.ts';
import { canSee, electionAccess } from './elections-access.ts';
import { selectActivePeople, selectElection, type ElectionRow } from './elections.queries.ts';
import { electionView, type ElectionReader } from './elections.views.ts';
import { phaseOf } from './elections.rules.ts';
import { hasVoted, readTurnout } from './voting/turnout.ts';

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

/** Returns an election that the caller can see, and whether they manage it. Throws a 404 otherwise. */
export const readSeen = async (
  context: Who,
  id: string,
): Promise<{ row: ElectionRow; manages: boolean }> => {
  const { userId } = memberOf(context);
  const row = orNotFound(await selectElection(context.db, userId, idOf(id), context.clock.now()));
  const manages = (await electionAccess(context, [row.club_id])).manages(row.club_id);
  if (!manages && !(await canSee(context, row))) throw problem('not_found');
  return { row, manages };
};

/** Returns an election that the caller manages. Throws a 404 otherwise, so that others don't learn of drafts. */
export const readManaged = async (context: Who, id: string): Promise<ElectionRow> => {
  const { row, manages } = await readSeen(context, id);
  if (!manages) throw problem('not_found');
  return row;
};

/** Returns whether a person is a candidate in an election. Candidates can't announce it. */
export const standsIn = (row: ElectionRow, person: number): boolean =>
  row.contests.some(({ candidates }) =>
    candidates.some(
      ({ user_id: candidate, state }) =>
        candidate === person && (state === 'accepted' || state === 'proposed'),
    ),
  );

/** Returns whether the caller is the person who is missing to announce a complete draft. The row is as they see it. */
export const canAnnounce = (
  row: ElectionRow,
  { manages, me }: { manages: boolean; me: number },
): boolean => manages && row.state === 'draft' && row.proposed_by !== me && !row.is_candidate;

/** Reads what only the election's secret reveals: the turnout, and whether the caller has voted. Call it outside of transactions. */
export const readProgress = async (
  scope: Scope,
  row: ElectionRow,
): Promise<Pick<ElectionReader, 'turnout' | 'hasVoted'>> => {
  if (row.secret_name === null) return { turnout: 0, hasVoted: row.has_voted };
  const { userId } = memberOf(scope);
  const [{ turnout }, voted] = await Promise.all([
    readTurnout(scope, row),
    row.is_voter ? hasVoted(scope, row, userId) : null,
  ]);
  return {
    turnout,
    hasVoted:
      phaseOf(row, scope.clock.now()) === 'voting' && row.is_voter ? (voted ?? false) : voted,
  };
};

const readFaces = async (context: Who, row: ElectionRow): Promise<Map<number, Face>> => {
  const people = row.contests.flatMap(({ candidates }) =>
    candidates.flatMap(({ user_id: person, proposed_by: by }) =>
      [person, by].filter((one) => one !== null),
    ),
  );
  const rows = people.length === 0 ? [] : await selectActivePeople(context.db, people);
  return new Map(rows.map((one) => [one.id, faceView(one)]));
};

/** Returns an election as the caller sees it. Call it outside of transactions. */
export const readElection = async (scope: Scope, id: string) => {
  const me = memberOf(scope).userId;
  const { row, manages, faces } = await transact(
    scope,
    async (context) => {
      const seen = await readSeen(context, id);
      return { ...seen, faces: await readFaces(context, seen.row) };
    },
    { readOnly: true },
  );
  const reader = {
    viewer: me,
    now: scope.clock.now(),
    manages,
    canAnnounce: canAnnounce(row, { manages, me }),
    ...(await readProgress(scope, row)),
  };
  return electionView(row, reader, faces);
};
