import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';

/** A found message, by its position. */
export interface FoundRow {
  conversation_id: number;
  seq: number;
  sent_at: Date;
}

/** The start of a page of results: after this one. */
export type FoundCursor = readonly [sentAt: Date, conversation: number, seq: number];

/**
 * Returns messages of the viewer's conversations that match all typed words, newest first. Calls
 * `server/database/functions/search_messages.sql`.
 */
export const selectFound = async (
  db: Db,
  viewer: number,
  words: string,
  {
    conversation,
    after,
    limit,
  }: { conversation: number | null; after: FoundCursor | null; limit: number },
): Promise<FoundRow[]> => {
  const { rows } = await sql<FoundRow>`
    select conversation_id, seq, sent_at from search_messages(${viewer}, search_words(${words}), ${conversation}, ${after?.[0] ?? null},
      ${after?.[1] ?? null}, ${after?.[2] ?? null}, ${limit})
    order by sent_at desc, conversation_id desc, seq desc limit ${limit}`.execute(db);
  return rows;
};
