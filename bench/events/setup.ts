import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Pool } from '#server/kernel/database/database.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { newEventKeys } from '#server/features/events/keys/event-keys.ts';
import type { BenchSchool } from '../people/school.ts';
import type { Server } from '../people/servers.ts';

/** The shared parts of the benchmark: the school, a connection with access to its rows, and servers. */
export interface Setup {
  readonly pool: Pool;
  readonly tokens: Tokens;
  readonly client: pg.ClientBase;
  readonly school: BenchSchool;
  /** Two processes of the product, and two of the baseline. */
  readonly servers: readonly [Server, Server];
  readonly baselines: readonly [Server, Server];
}

/** Creates a published event that starts in an hour, with its keys. Returns its id and the stored private key. */
export const makeEvent = async (
  { client, tokens, school: { school } }: Setup,
  { title, capacity }: { title: string; capacity: number | null },
): Promise<{ id: number; encryptedKey: string }> => {
  const { rows } = await client.query<{ id: string }>(
    `with t as (select date_trunc('minute', now() at time zone 'UTC') + interval '1 hour' as begins), e as (
      insert into events (school_id, title, description, series, starts_at, ends_at, status, capacity, client_id, created_at, updated_at, published_at)
      select $1, $2, '', jsonb_build_object('start', to_char(begins, 'YYYY-MM-DD"T"HH24:MI:SS'), 'zone', 'UTC', 'length', 90, 'rule', null,
          'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb),
        begins at time zone 'UTC', begins at time zone 'UTC' + interval '90 minutes', 'published', $3, $4, now(), now(), now() from t returning school_id, id, starts_at, ends_at)
    insert into event_starts (school_id, event_id, starts_at, ends_at, original)
    select e.school_id, e.id, e.starts_at, e.ends_at, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') from e returning event_id as id`,
    [school, title, capacity, randomUUID()],
  );
  const id = Number(rows[0]?.id);
  const { publicKey, encryptedKey } = newEventKeys(tokens, school, id);
  await client.query(
    'insert into event_keys (school_id, event_id, public_key, encrypted_key) values ($1, $2, $3, $4)',
    [school, id, publicKey, encryptedKey],
  );
  return { id, encryptedKey };
};

/** Registers people for an event without calls. Returns their tickets. */
export const registerAll = async (
  { client, school: { school } }: Setup,
  event: number,
  people: readonly number[],
): Promise<{ id: number; user: number }[]> => {
  const { rows } = await client.query<{ id: string; user: string }>(
    `insert into event_registrations (school_id, event_id, user_id, status, number, registered_at, changed_at)
    select $1, $2, u, 'registered', nth, now(), now() from unnest($3::bigint[]) with ordinality as t (u, nth) returning id, user_id as user`,
    [school, event, people],
  );
  await client.query(
    `insert into event_spots (school_id, event_id, original, taken, last_number) values ($1, $2, '', $3::int, $3::int)
    on conflict (school_id, event_id, original) do update set taken = excluded.taken, last_number = excluded.last_number`,
    [school, event, people.length],
  );
  return rows.map(({ id, user }) => ({ id: Number(id), user: Number(user) }));
};

export const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

export const mark = (isMet: boolean): string => (isMet ? '' : ' ✗');
