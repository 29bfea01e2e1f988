import { randomUUID } from 'node:crypto';
import type { Pool } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import type { BenchSchool } from '../people/school.ts';

/** A person who chats in the benchmark. */
export interface Chatter {
  readonly id: number;
  readonly session: string;
}

export interface LiveSchool {
  readonly school: SchoolId;
  readonly chatters: readonly Chatter[];
  /** Direct conversations: those of `chatters` 2n and 2n + 1. */
  readonly pairs: readonly number[];
  /** A group of up to a thousand chatters. */
  readonly room: number;
}

/** Signs in `count` people, and creates their conversations: one for every two people, and one with a thousand of them. */
export const buildLive = async (
  pool: Pool,
  built: BenchSchool,
  count: number,
): Promise<LiveSchool> => {
  const { school } = built;
  const ids = built.people.slice(0, count);
  const client = await pool.raw.connect();
  try {
    await client.query(`set commons.school_id = '${school}'`);
    const chatters = ids.map((id) => ({ id, session: randomUUID() }));
    await client.query(
      `insert into sessions (school_id, id, user_id, token_hash, created_at, last_seen_at, expires_at)
       select $1, s, u, sha256(s::text::bytea), now(), now() + interval '1 hour', now() + interval '1 day' from unnest($2::uuid[], $3::bigint[]) as t (s, u)`,
      [school, chatters.map(({ session }) => session), ids],
    );
    await client.query(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
       select $1, least(a, b), greatest(a, b), a, true, now(), now() from unnest($2::bigint[], $3::bigint[]) as t (a, b) on conflict do nothing`,
      [school, ids.filter((_, at) => at % 2 === 0), ids.filter((_, at) => at % 2 === 1)],
    );
    const made = await client.query<{ id: number; pair_low: number }>(
      `insert into conversations (school_id, kind, pair_low, pair_high, created_by, participant_count, is_open, last_at, created_at)
       select $1, 'direct', least(a, b), greatest(a, b), a, 2, true, now(), now() from unnest($2::bigint[], $3::bigint[]) as t (a, b)
       returning id, pair_low`,
      [school, ids.filter((_, at) => at % 2 === 0), ids.filter((_, at) => at % 2 === 1)],
    );
    const byLow = new Map(made.rows.map(({ id, pair_low: low }) => [low, id]));
    await client.query(
      `insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at)
       select $1, id, u, 'member', 0, true, now() from conversations, unnest(array[pair_low, pair_high]) as u where kind = 'direct' and school_id = $1
       on conflict do nothing`,
      [school],
    );
    const room = await client.query<{ id: number }>(
      `insert into conversations (school_id, kind, name, created_by, client_id, participant_count, is_open, last_at, created_at)
       values ($1, 'group', 'Everybody', $2, gen_random_uuid(), $3, true, now(), now()) returning id`,
      [school, ids[0], Math.min(1_000, ids.length)],
    );
    const roomId = room.rows[0]?.id ?? 0;
    await client.query(
      `insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at)
       select $1, $2, u, 'member', 0, true, now() from unnest($3::bigint[]) as u`,
      [school, roomId, ids.slice(0, 1_000)],
    );
    await client.query(
      'analyze conversations; analyze participants; analyze sessions; analyze connections',
    );
    const pairs = ids.flatMap((id, index) =>
      index % 2 === 0 ? (byLow.get(Math.min(id, ids[index + 1] ?? 0)) ?? []) : [],
    );
    return { school, chatters, pairs, room: roomId };
  } finally {
    client.release(true);
  }
};

/** Returns bearer tokens, which expire after ten minutes. */
export const tokensOf = (tokens: Tokens, chatters: readonly Chatter[]): Promise<string[]> =>
  Promise.all(
    chatters.map(({ id, session }) =>
      tokens.jwt({ sessionId: session, uid: String(id), school: 'bench' }, new Date()),
    ),
  );
