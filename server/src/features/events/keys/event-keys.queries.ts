import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

export const insertEventKeys = async (
  db: Db,
  school: SchoolId,
  event: number,
  { publicKey, encryptedKey }: { publicKey: string; encryptedKey: string },
): Promise<void> => {
  await sql`insert into event_keys (school_id, event_id, public_key, encrypted_key) values (${school}, ${event}, ${publicKey}, ${encryptedKey})`.execute(
    db,
  );
};

export const selectEventKey = (db: Db, event: number) =>
  first(
    db,
    sql<{
      encrypted_key: string;
      public_key: string;
    }>`select encrypted_key, public_key from event_keys where event_id = ${event}`,
  );

export const selectEventKeys = (db: Db, events: readonly number[]) =>
  many(
    db,
    sql<{
      event_id: number;
      encrypted_key: string;
      public_key: string;
    }>`select event_id, encrypted_key, public_key from event_keys where event_id = any(${events as number[]}::bigint[])`,
  );
