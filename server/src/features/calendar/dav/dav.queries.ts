import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

/** ETags of a calendar's entries, by file name. */
export type Tags = Readonly<Record<string, string>>;

/** Number of stored states per program, which it may sync from. */
const statesKept = 5;

/** Stores a program's state, so that it can request changes since then. */
export const upsertState = async (
  db: Db,
  school: SchoolId,
  password: number,
  token: string,
  tags: Tags,
  now: Date,
): Promise<void> => {
  await sql`insert into calendar_sync_states (school_id, password_id, token, tags, created_at)
    values (${school}, ${password}, ${token}, ${JSON.stringify(tags)}::jsonb, ${now})
    on conflict (school_id, password_id, token) do update set created_at = excluded.created_at
      where calendar_sync_states.created_at < excluded.created_at - interval '1 hour'`.execute(db);
  await sql`delete from calendar_sync_states s where s.password_id = ${password} and s.token not in (
      select o.token from calendar_sync_states o where o.password_id = ${password}
      order by o.created_at desc, o.token limit ${statesKept})`.execute(db);
};

export const selectState = async (
  db: Db,
  password: number,
  token: string,
): Promise<Tags | undefined> =>
  (
    await first(
      db,
      sql<{
        tags: Tags;
      }>`select tags from calendar_sync_states where password_id = ${password} and token = ${token}`,
    )
  )?.tags;
