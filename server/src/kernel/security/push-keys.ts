import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';
import type { Tokens } from './tokens.ts';

/** The key pair by which push services know this installation (VAPID, RFC 8292), base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const place = 'push-keys';
const stored = new WeakMap<Pool, Promise<PushKeys>>();

/**
 * Made once and kept in the database, sealed, where the application role cannot read them. With another secret they do not open
 * and new ones are made; browsers then have to allow pushes again.
 */
const readOrMake = async (
  pool: Pool,
  tokens: Pick<Tokens, 'encrypt' | 'decrypt'>,
): Promise<PushKeys> => {
  const read = async () => {
    const { rows } = await sql<{
      value: string;
    }>`select value from installation where name = ${place}`.execute(pool.kysely);
    return rows[0]?.value;
  };
  const open = (ciphertext: string | undefined): PushKeys | null => {
    const text = ciphertext === undefined ? null : tokens.decrypt(place, ciphertext);
    // It was sealed below.
    return text === null ? null : (JSON.parse(text) as PushKeys);
  };
  const stored = await read();
  const found = open(stored);
  if (found !== null) return found;
  const { default: webPush } = await import('web-push');
  const ciphertext = tokens.encrypt(place, JSON.stringify(webPush.generateVAPIDKeys()));
  // Of servers that make some at once the first has its way.
  await sql`insert into installation (name, value) values (${place}, ${ciphertext})
    on conflict (name) do update set value = excluded.value where installation.value = ${stored ?? ''}`.execute(
    pool.kysely,
  );
  const made = open(await read());
  if (made === null) throw new Error('the push keys were sealed with another secret');
  return made;
};

/** The installation's push keys. */
export const pushKeys = (
  pool: Pool,
  tokens: Pick<Tokens, 'encrypt' | 'decrypt'>,
): Promise<PushKeys> => {
  const found = stored.get(pool);
  if (found !== undefined) return found;
  const reading = readOrMake(pool, tokens);
  stored.set(pool, reading);
  // A failure is nobody's for good.
  reading.catch(() => stored.delete(pool));
  return reading;
};
