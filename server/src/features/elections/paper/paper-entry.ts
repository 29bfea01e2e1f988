import type { PaperEntry } from '#contract/elections/paper.endpoints.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { faceView } from '../../people/people.views.ts';
import { selectActivePeople, type ElectionRow } from '../elections.queries.ts';
import { awaitsPaper, phaseOf } from '../elections.rules.ts';
import { readManaged, standsIn } from '../reading.ts';
import type { BallotKeys } from '../voting/ballot-encryption.ts';
import { readElectionKeys } from '../voting/election-secrets.ts';
import { readTurnout } from '../voting/turnout.ts';
import { compareEntries, decryptEntries, type PaperEntries } from './paper-ballots.ts';
import { selectPaperBallots } from './paper.queries.ts';

type Who = Pick<Context, 'db' | 'actor' | 'clock'>;

const noEntries: PaperEntries = new Map<number, Votes>();

/** Returns an election with paper ballots that the caller manages. Throws with the reason otherwise. */
export const readPaperElection = async (context: Who, id: string): Promise<ElectionRow> => {
  const row = await readManaged(context, id);
  if (!row.accepts_paper) throw problem('paper_not_accepted');
  return row;
};

/** Returns an election with paper ballots that the caller manages. Throws if the caller is a candidate. */
export const readAtDesk = async (context: Who, id: string): Promise<ElectionRow> => {
  const row = await readPaperElection(context, id);
  if (standsIn(row, memberOf(context).userId)) throw problem('election_own_candidacy');
  return row;
};

/** Throws unless voting ended and the paper ballots aren't confirmed. */
export const checkEntering = (row: ElectionRow): void => {
  if (awaitsPaper(row)) return;
  throw problem(
    row.paper_entered_at !== null || row.state === 'published'
      ? 'paper_finished'
      : 'paper_not_open',
  );
};

/** Returns the keys of an election whose paper ballots people enter. Call it outside of transactions. */
export const keysForEntering = async (scope: Scope, row: ElectionRow): Promise<BallotKeys> => {
  checkEntering(row);
  const keys = row.secret_name === null ? null : await readElectionKeys(scope, row.secret_name);
  // The count or a cancellation destroyed it.
  if (keys === null) throw problem('paper_finished');
  return keys;
};

/** Returns why the paper ballots can't be confirmed, or null. */
export const entryProblem = (
  entries: ReadonlyMap<number, PaperEntries>,
  { me, paperVoters }: { me: number; paperVoters: number },
): PaperEntry['problem'] => {
  const mine = entries.get(me) ?? noEntries;
  const other = [...entries].find(([person]) => person !== me);
  if (mine.size > 0 && other === undefined) return 'second_person';
  const { onlyMine, onlyTheirs, different } = compareEntries(mine, other?.[1] ?? noEntries);
  if (different.length > 0) return 'differences';
  if (onlyMine.length + onlyTheirs.length > 0) return 'missing';
  return mine.size > paperVoters ? 'too_many' : null;
};

const stateOf = (row: ElectionRow, now: Date): PaperEntry['state'] => {
  if (awaitsPaper(row)) return 'entering';
  if (row.state !== 'announced' && row.state !== 'voting') return 'finished';
  return phaseOf(row, now) === 'counting' ? 'closing' : 'voting';
};

const numbered = (entries: PaperEntries) => [...entries].toSorted(([a], [b]) => a - b);

/** Returns the entered paper ballots as the caller sees them. Call it outside of transactions. */
export const readPaperEntry = async (scope: Scope, id: string): Promise<PaperEntry> => {
  const me = memberOf(scope).userId;
  const { row, rows } = await transact(
    scope,
    async (context) => {
      const found = await readPaperElection(context, id);
      return { row: found, rows: await selectPaperBallots(context.db, found.id) };
    },
    { readOnly: true },
  );
  const isEntering = awaitsPaper(row);
  const keys =
    isEntering && row.secret_name !== null ? await readElectionKeys(scope, row.secret_name) : null;
  const entries = keys === null ? new Map<number, PaperEntries>() : decryptEntries(keys, rows);
  const mine = entries.get(me) ?? noEntries;
  const theirs = [...entries].find(([person]) => person !== me)?.[1] ?? noEntries;
  const { onlyTheirs, different: differing } = compareEntries(mine, theirs);
  const different = new Set(differing);
  const { paperVoters } = await readTurnout(scope, row, { isFinal: isEntering });
  const people = new Set([
    ...entries.keys(),
    ...(isEntering && row.paper_signed_by !== null ? [row.paper_signed_by] : []),
  ]);
  const faces = await transact(scope, ({ db }) => selectActivePeople(db, [...people]), {
    readOnly: true,
  });
  const canEnter = isEntering && !standsIn(row, me) && (people.has(me) || people.size < 2);
  const why = entryProblem(entries, { me, paperVoters });
  // Independent of each other: only people who entered ballots see differences.
  const isReader = mine.size > 0;
  return {
    paperVoters,
    state: stateOf(row, scope.clock.now()),
    people: faces.map((one) => ({
      person: faceView(one),
      entered: entries.get(one.id)?.size ?? 0,
      hasSigned: row.paper_signed_by === one.id,
    })),
    mine: numbered(mine).map(([number, votes]) => ({ number, votes })),
    missing: onlyTheirs.toSorted((a, b) => a - b),
    differences: isReader
      ? numbered(mine).flatMap(([number, votes]) =>
          different.has(number) ? [{ number, mine: votes, theirs: theirs.get(number) ?? {} }] : [],
        )
      : [],
    problem: why,
    can: {
      enter: canEnter,
      confirm: canEnter && why === null && row.paper_signed_by !== me,
    },
  };
};
