import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

const pair = (a: number, b: number) => ({ low: Math.min(a, b), high: Math.max(a, b) });

/** Selects the direct conversation of two people, if it exists. */
export const selectDirect = async (
  db: Db,
  me: number,
  other: number,
): Promise<{ id: number; is_shown: boolean } | undefined> => {
  const { low, high } = pair(me, other);
  const { rows } = await sql<{
    id: number;
    is_shown: boolean;
  }>`select c.id, p.is_shown from conversations c
    join participants p on p.conversation_id = c.id and p.user_id = ${me} where c.pair_low = ${low} and c.pair_high = ${high}`.execute(
    db,
  );
  return rows[0];
};

/** Creates a direct conversation, unless the other person has just created it. Only `me` sees it so far. */
export const insertDirect = async (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
  now: Date,
): Promise<void> => {
  const { low, high } = pair(me, other);
  await sql`with made as (
      insert into conversations (school_id, kind, pair_low, pair_high, created_by, participant_count, last_at, created_at)
      values (${school}, 'direct', ${low}, ${high}, ${me}, 2, ${now}, ${now})
      on conflict (school_id, pair_low, pair_high) do nothing returning id
    )
    insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at)
    select ${school}, made.id, who.id, 'member', 0, who.id = ${me}, ${now} from made, unnest(array[${me}, ${other}]::bigint[]) as who (id)`.execute(
    db,
  );
};

/** Shows a conversation to a person who has also created it, or returns to it. */
export const updateShown = async (db: Db, conversation: number, me: number): Promise<void> => {
  await sql`update participants set is_shown = true where conversation_id = ${conversation} and user_id = ${me} and not is_shown`.execute(
    db,
  );
};

/** Selects a group that was created with this client id. */
export const selectGroupByClient = async (
  db: Db,
  me: number,
  clientId: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from conversations where created_by = ${me} and client_id = ${clientId}::uuid`.execute(
    db,
  );
  return rows[0]?.id;
};

/** Creates a group with its first system message. Undefined if the same call has just created it. */
export const insertGroup = async (
  db: Db,
  school: SchoolId,
  group: { me: number; clientId: string; name: string; people: readonly number[]; now: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`with made as (
      insert into conversations (school_id, kind, name, created_by, client_id, last_seq, change, participant_count, last_at, created_at)
      values (${school}, 'group', ${group.name === '' ? null : group.name}, ${group.me}, ${group.clientId}::uuid, 1, 1, ${group.people.length + 1}, ${group.now}, ${group.now})
      on conflict (school_id, created_by, client_id) do nothing returning id
    ),
    people as (
      insert into participants (school_id, conversation_id, user_id, role, change, is_shown, read_seq, joined_at)
      select ${school}, made.id, who.id, case when who.id = ${group.me} then 'owner' else 'member' end, 1, who.id = ${group.me},
        case when who.id = ${group.me} then 1 else 0 end, ${group.now}
      from made, unnest(${[group.me, ...group.people]}::bigint[]) as who (id)
    ),
    begun as (
      insert into messages (school_id, conversation_id, seq, change, author_id, sent_at, event)
      select ${school}, id, 1, 1, ${group.me}, ${group.now}, '{"kind":"begun"}'::jsonb from made
    )
    select id from made`.execute(db);
  return rows[0]?.id;
};
