import { sql } from 'kysely';
import type { Db } from '../../../kernel/database.ts';

/** A found message, by its place. */
export interface FoundRow {
  conversation_id: number;
  seq: number;
  sent_at: Date;
}

/** Where a page of results begins: behind this one. */
export interface FoundCursor {
  readonly sentAt: Date;
  readonly conversation: number;
  readonly seq: number;
}

/** The statement behind selectFound(). */
export const found = (
  viewer: number,
  words: string,
  { conversation, after, limit }: { conversation: number | null; after: FoundCursor | undefined; limit: number },
) => sql<FoundRow>`
    with typed as materialized (select distinct w as word, length(w) as size from unnest(search_words(${words})) as w),
    -- The longest word leaves the fewest.
    lead as materialized (select word from typed order by size desc, word limit 1)
    select c.id as conversation_id, hit.seq, hit.sent_at
    from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    cross join lateral (
      select m.seq, m.sent_at
      from (
        select distinct w.seq from message_words w
        where w.conversation_id = c.id and w.word >= (select word from lead) and w.word < (select word from lead) || chr(1114111)
          and w.seq between p.first_seq and least(c.last_seq, coalesce(p.left_seq, c.last_seq))
      ) as s
      join messages m on m.conversation_id = c.id and m.seq = s.seq
      where m.author_id <> all(array(select b.other_id from blocked_pairs b where b.user_id = ${viewer}))
        and not exists (select from typed t where t.word <> (select word from lead) and not exists (
          select from message_words o where o.conversation_id = c.id and o.word >= t.word and o.word < t.word || chr(1114111) and o.seq = m.seq))
        ${
          after === undefined
            ? sql``
            : sql`and (m.sent_at, m.conversation_id, m.seq) < (${after.sentAt}::timestamptz, ${after.conversation}::bigint, ${after.seq}::int)`
        }
      order by m.seq desc limit ${limit}
    ) as hit
    where p.user_id = ${viewer} and p.is_shown and p.door is distinct from 'declined'
      and (c.kind = 'group' or case when c.pair_low = ${viewer} then c.pair_high else c.pair_low end
        <> all(array(select b.other_id from blocked_pairs b where b.user_id = ${viewer})))
      ${conversation === null ? sql`` : sql`and p.conversation_id = ${conversation}`}
    order by hit.sent_at desc, c.id desc, hit.seq desc limit ${limit}`;

/** Messages of the viewer's conversations that have a word beginning like each of those typed, newest first. */
export const selectFound = async (db: Db, viewer: number, words: string, which: Parameters<typeof found>[2]): Promise<FoundRow[]> =>
  (await found(viewer, words, which).execute(db)).rows;
