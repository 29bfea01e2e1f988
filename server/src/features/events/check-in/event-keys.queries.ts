import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

export const insertEventKeys = async (
  db: Db,
  school: SchoolId,
  event: number,
  { publicKey, sealedKey }: { publicKey: string; sealedKey: string },
): Promise<void> => {
  await sql`insert into event_keys (school_id, event_id, public_key, sealed_key) values (${school}, ${event}, ${publicKey}, ${sealedKey})`.execute(
    db,
  );
};

export const selectSealedKey = (db: Db, event: number) =>
  first(
    db,
    sql<{
      sealed_key: string;
      public_key: string;
    }>`select sealed_key, public_key from event_keys where event_id = ${event}`,
  );

export const selectSealedKeys = (db: Db, events: readonly number[]) =>
  many(
    db,
    sql<{
      event_id: number;
      sealed_key: string;
      public_key: string;
    }>`select event_id, sealed_key, public_key from event_keys where event_id = any(${events as number[]}::bigint[])`,
  );
