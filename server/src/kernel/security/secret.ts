import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';

/**
 * Returns the installation's secret, 32 bytes: from the environment (64 hex digits), or from the database, where it is created once and the
 * application role can't read it. All servers of one database share it.
 */
export const readSecret = async (pool: Pool, given: string | undefined): Promise<Buffer> => {
  if (given !== undefined && given !== '') {
    if (!/^[0-9a-f]{64}$/i.test(given))
      throw new Error('COMMONS_SECRET must be 64 hexadecimal digits.');
    return Buffer.from(given, 'hex');
  }
  const { rows } = await sql<{ value: string }>`
    insert into installation (name, value) values ('secret', ${randomBytes(32).toString('hex')})
    on conflict (name) do update set value = installation.value returning value`.execute(
    pool.kysely,
  );
  return Buffer.from(rows[0]?.value ?? '', 'hex');
};
