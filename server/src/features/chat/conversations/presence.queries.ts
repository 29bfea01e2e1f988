import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';

/**
 * Selects whether others see that a person is typing, and who doesn't: people with a block in either direction, and people who hide their
 * presence and therefore see none. Undefined if no one does.
 */
export const selectTypingAudience = async (
  db: Db,
  conversation: number,
  me: number,
): Promise<{ except: number[] } | undefined> => {
  const { rows } = await sql<{ except: number[] }>`
    select coalesce((
      select jsonb_agg(x.user_id) from participants x where x.conversation_id = ${conversation} and x.left_seq is null
        and (x.user_id in (select s.user_id from chat_preferences s where not s.shows_presence)
          or x.user_id in (select b.other_id from blocked_pairs b where b.user_id = ${me}))), '[]') as except
    from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.conversation_id = ${conversation} and p.user_id = ${me} and p.left_seq is null and p.is_shown and c.is_open
      -- Who has not accepted a request yet tells nothing by beginning to answer, and neither does who asked.
      and not exists (select from participants d where d.conversation_id = c.id and d.request_state in ('waiting', 'declined'))
      and not exists (select from chat_preferences s where s.user_id = p.user_id and not s.shows_presence)
      and (c.kind = 'group' or not exists (select from blocked_pairs b
        where b.user_id = ${me} and b.other_id = case when c.pair_low = ${me} then c.pair_high else c.pair_low end))`.execute(
    db,
  );
  return rows[0];
};

/**
 * Selects the people whose presence `me` can see: connections and people in shared conversations who show their presence, if `me` shows
 * theirs.
 */
export const selectWatchable = async (
  db: Db,
  me: number,
  people: readonly number[],
  connect: boolean,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.id = any(${people as number[]}::bigint[]) and u.id <> ${me} and not u.is_disabled
      and not exists (select from chat_preferences s where s.user_id in (u.id, ${me}) and not s.shows_presence)
      and not exists (select from blocked_pairs b where b.user_id = ${me} and b.other_id = u.id)
      and ((${connect}::boolean and exists (select from connections k where k.is_accepted
          and k.low_id = least(u.id, ${me}::bigint) and k.high_id = greatest(u.id, ${me}::bigint)))
        or exists (select from participants mine join participants theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id = u.id
          where mine.user_id = ${me} and mine.left_seq is null and theirs.left_seq is null and mine.is_shown and theirs.is_shown
            and mine.request_state is distinct from 'waiting' and theirs.request_state is distinct from 'waiting'))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
