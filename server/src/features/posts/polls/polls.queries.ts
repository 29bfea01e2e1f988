import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';
import type { PostReader } from '../reader/post-reader.queries.ts';

export interface PollRow {
  is_multiple: boolean;
  closes_at: string | null;
  voters: number;
  options: { id: number; text: string; votes: number; voted: boolean }[];
}

/**
 * Returns the poll of the post `p`. It counts all votes, including votes by people hidden from the reader. Otherwise
 * the total would change with a block and reveal that person's vote.
 */
export const pollColumn = ({ viewer }: PostReader) => sql`(
  select jsonb_build_object('is_multiple', q.is_multiple, 'closes_at', q.closes_at,
    'voters', (select count(distinct v.user_id) from poll_votes v where v.post_id = q.post_id),
    'options', (
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'votes', n.votes, 'voted', n.voted) order by o.position)
      from poll_options o cross join lateral (
        select count(*) as votes, coalesce(bool_or(v.user_id = ${viewer}), false) as voted
        from poll_votes v where v.post_id = o.post_id and v.option_id = o.id) as n
      where o.post_id = q.post_id
    ))
  from polls q where q.post_id = p.id) as poll`;

export const insertPoll = async (
  db: Db,
  school: SchoolId,
  post: number,
  given: { options: readonly string[]; isMultiple: boolean; closesAt: Date | null },
): Promise<void> => {
  await sql`insert into polls (school_id, post_id, is_multiple, closes_at)
    values (${school}, ${post}, ${given.isMultiple}, ${given.closesAt})`.execute(db);
  await sql`insert into poll_options (school_id, post_id, position, text)
    select ${school}, ${post}, position, text from unnest(${given.options as string[]}::text[]) with ordinality as o (text, position)`.execute(
    db,
  );
};

/**
 * Adds to a statement that reschedules a post, with the previous time as `was_at` in `moved`. The poll stays open for
 * as long as before.
 */
export const movePoll = (moved: RawBuilder<unknown>, at: Date) => sql`polls_moved as (
      update polls q set closes_at = q.closes_at + (${at}::timestamptz - moved.was_at) from ${moved} as moved
      where q.school_id = moved.school_id and q.post_id = moved.id and q.closes_at is not null and moved.was_at <> ${at}
    )`;

/** Locks a poll until the transaction ends, so that a person's simultaneous votes run one after the other. */
export const lockPoll = (
  db: Db,
  post: number,
): Promise<{ is_multiple: boolean; closes_at: Date | null; options: number[] } | undefined> =>
  first(
    db,
    sql<{ is_multiple: boolean; closes_at: Date | null; options: number[] }>`
    select q.is_multiple, q.closes_at, array(select o.id from poll_options o where o.post_id = q.post_id order by o.position) as options
    from polls q where q.post_id = ${post} for update of q`,
  );

/** Replaces the caller's vote. */
export const updateVotes = async (
  db: Db,
  school: SchoolId,
  me: number,
  vote: { post: number; options: readonly number[]; now: Date },
): Promise<void> => {
  const options = sql`${vote.options as number[]}::bigint[]`;
  await sql`delete from poll_votes where post_id = ${vote.post} and user_id = ${me} and option_id <> all(${options})`.execute(
    db,
  );
  await sql`insert into poll_votes (school_id, post_id, option_id, user_id, voted_at)
    select ${school}, ${vote.post}, id, ${me}, ${vote.now} from unnest(${options}) as o (id) on conflict do nothing`.execute(
    db,
  );
};
