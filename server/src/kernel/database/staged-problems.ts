import { sql, type RawBuilder } from 'kysely';
import { many } from '../sql.ts';
import type { Db } from './database.ts';

/** A row of a file that can't be imported, with its line, the invalid column, and the reason. */
export interface StagedProblem {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

/** First problems of a file and their total number. */
export interface RowProblems {
  readonly problems: StagedProblem[];
  readonly total: number;
}

/**
 * Returns the first `limit` rows of a staged file that can't be imported, in file order, and their total number. Each of `rules` selects
 * line, column and reason.
 */
export const selectStagedProblems = async (
  db: Db,
  rules: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<RowProblems> => {
  const rows = await many(
    db,
    sql<StagedProblem & { total: number }>`
    select line, "column", reason, count(*) over ()::int as total
    from (${sql.join(rules, sql` union all `)}) as found (line, "column", reason) order by line, "column" limit ${limit}`,
  );
  return {
    problems: rows.map(({ line, column, reason }) => ({ line, column, reason })),
    total: rows[0]?.total ?? 0,
  };
};
