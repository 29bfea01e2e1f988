import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first } from '../../kernel/sql.ts';
import type { ListedWord } from './word-list.rules.ts';

interface WordListRow {
  words: ListedWord[];
  version: number;
}

export const selectWordList = async (db: Db): Promise<WordListRow> =>
  (await first(db, sql<WordListRow>`select words, version from word_lists`)) ?? {
    words: [],
    version: 0,
  };

/** Replaces the list if it is still at `version`. Returns false if it has changed. */
export const upsertWordList = (
  db: Db,
  school: SchoolId,
  words: readonly ListedWord[],
  version: number,
): Promise<boolean> => {
  const stored = sql`${JSON.stringify(words)}::jsonb`;
  return hasChangedRows(
    db,
    version === 0
      ? sql`insert into word_lists (school_id, words) values (${school}, ${stored}) on conflict do nothing`
      : sql`update word_lists set words = ${stored}, version = version + 1 where version = ${version}`,
  );
};
