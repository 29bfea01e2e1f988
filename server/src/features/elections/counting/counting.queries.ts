import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { FileBallot, FileHeader } from '../ballot-file.ts';
import type { ContestResult } from '../count/count.ts';

/** Stores the ballots in the order of their receipts, in the transaction that deletes the encrypted ones. */
export const insertBallots = async (
  db: Db,
  school: SchoolId,
  election: number,
  ballots: readonly FileBallot[],
): Promise<void> => {
  for (let start = 0; start < ballots.length; start += 2_000) {
    const part = ballots.slice(start, start + 2_000);
    await sql`insert into election_ballots (school_id, election_id, receipt, nonce, votes)
      select ${school}, ${election}, r, n, v from unnest(${part.map(({ receipt }) => receipt)}::text[], ${part.map(({ nonce }) => nonce)}::text[],
        ${part.map(({ votes }) => JSON.stringify(votes))}::jsonb[]) as x (r, n, v)`.execute(db);
  }
};

/** Returns ballots after a receipt, in the order of the published file. */
export const selectBallots = (
  db: Db,
  election: number,
  { after, size }: { after: string; size: number },
): Promise<FileBallot[]> =>
  many(
    db,
    sql`select receipt, nonce, votes from election_ballots where election_id = ${election} and receipt > ${after} order by receipt limit ${sql.lit(size)}`,
  );

/** The result of an election as it was signed. */
export interface ResultRow {
  readonly state: string;
  readonly voters: number | null;
  readonly ballots: number | null;
  readonly ballots_on_paper: number | null;
  readonly quorum: number | null;
  readonly file_header: FileHeader | null;
  readonly results: Readonly<Record<string, ContestResult>> | null;
  readonly signature: string | null;
}

export const selectResult = (db: Db, election: number): Promise<ResultRow | undefined> =>
  first(
    db,
    sql`select state, voters, ballots, ballots_on_paper, quorum, file_header, results, signature from elections where id = ${election}`,
  );

/** Publishes the result. Returns false if it was already published. */
export const updateResult = async (
  db: Db,
  election: number,
  it: {
    readonly header: FileHeader;
    readonly results: Readonly<Record<string, ContestResult>>;
    readonly signature: string;
    readonly ballots: number;
    readonly onPaper: number | null;
  },
): Promise<boolean> =>
  Number(
    (
      await sql`update elections set state = 'published', ballots = ${it.ballots}, ballots_on_paper = ${it.onPaper}, file_header = ${JSON.stringify(it.header)}::json,
        results = ${JSON.stringify(it.results)}::json, signature = ${it.signature}, secret_name = null, version = version + 1
      where id = ${election} and state = 'counting'`.execute(db)
    ).numAffectedRows ?? 0,
  ) > 0;

/** Stores who voted, for all voters at once, so that the rows don't tell when. */
export const updateVoters = async (
  db: Db,
  election: number,
  voted: readonly number[],
): Promise<void> => {
  await sql`update election_voters set has_voted = user_id = any(${voted as number[]}::bigint[]) where election_id = ${election}`.execute(
    db,
  );
};
