import { sql } from 'kysely';
import type { Pool } from '../database/database.ts';
import type { Tokens } from './tokens.ts';

/** The key pair that identifies this installation to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const place = 'push-keys';
const stored = new WeakMap<Pool, Promise<PushKeys>>();

/**
 * Reads the keys, or creates and stores them encrypted, where the application role can't read them. If the installation's secret has
 * changed, they can't be decrypted, so new ones are created, and people need to allow push notifications again.
 */
const readOrCreate = async (
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
    // This function stored it below.
    return text === null ? null : (JSON.parse(text) as PushKeys);
  };
  const stored = await read();
  const found = open(stored);
  if (found !== null) return found;
  const { default: webPush } = await import('web-push');
  const ciphertext = tokens.encrypt(place, JSON.stringify(webPush.generateVAPIDKeys()));
  // If several servers create keys at the same time, those of the first server are used.
  await sql`insert into installation (name, value) values (${place}, ${ciphertext})
    on conflict (name) do update set value = excluded.value where installation.value = ${stored ?? ''}`.execute(
    pool.kysely,
  );
  const made = open(await read());
  if (made === null) throw new Error('the push keys were encrypted with another secret');
  return made;
};

/** Returns the installation's push keys. */
export const pushKeys = (
  pool: Pool,
  tokens: Pick<Tokens, 'encrypt' | 'decrypt'>,
): Promise<PushKeys> => {
  const found = stored.get(pool);
  if (found !== undefined) return found;
  const reading = readOrCreate(pool, tokens);
  stored.set(pool, reading);
  // Don't cache a failure.
  reading.catch(() => stored.delete(pool));
  return reading;
};

/** Copies the keys, with which browsers have subscribed, to a cell that has none yet. Returns whether both cells then have the same. */
export const copyPushKeys = async (source: Pool, target: Pool): Promise<boolean> => {
  const read = async (pool: Pool) =>
    (
      await sql<{
        value: string;
      }>`select value from installation where name = ${place}`.execute(pool.kysely)
    ).rows[0]?.value;
  const own = await read(source);
  if (own === undefined) return true;
  await sql`insert into installation (name, value) values (${place}, ${own}) on conflict do nothing`.execute(
    target.kysely,
  );
  return (await read(target)) === own;
};
