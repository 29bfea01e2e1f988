import { randomUUID } from 'node:crypto';
import { stageAndMergePeople } from '#server/features/imports/import-campus.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { inBulkTransaction } from '#server/kernel/database/bulk.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { crowdColumns, type Crowd } from './crowd.ts';

/** A signed-in person who makes requests. `near`: people around them; many are connections. */
export interface Asker {
  readonly id: number;
  readonly headers: string;
  readonly near: readonly number[];
}

export interface BenchSchool {
  readonly school: SchoolId;
  readonly size: number;
  readonly people: readonly number[];
  readonly askers: readonly Asker[];
  readonly seconds: number;
  readonly pairs: number;
}

/** Enough people that no one exceeds 500 profiles or 200 requests per hour. */
const askerCount = 250;
/** Number of people with connections. The others in a large school have none. */
const tiedMax = 100_000;
const batch = 100_000;
/** Half of an ordinary person's connections, because each connection has two people. */
const halfTies = 15;
/** People know others near them, so that connections have mutual connections. */
const reach = 400;

const tie = `
  insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
  select $1, least(a.id, b.id), greatest(a.id, b.id), a.id, true, now(), now()
  from (
    select n, (n + 1 + floor(power(random(), 2) * ${reach})::int) % $2 as m from generate_series(0, $2 - 1) as n, generate_series(1, ${halfTies})
    union
    select n, (n + 1 + floor(random() * ${reach})::int) % $2 from generate_series(0, $2 - 1, $3) as n, generate_series(1, 35 + (n * 37) % 240)
  ) as pair join placed a on a.position = pair.n join placed b on b.position = pair.m where a.id <> b.id
  on conflict do nothing`;

export const signIn = async (
  pool: Pool,
  school: SchoolId,
  tokens: Tokens,
  ids: readonly number[],
): Promise<string[]> => {
  const sessions = ids.map((id) => ({ id, session: randomUUID(), token: tokens.newToken() }));
  await pool.raw.query(
    `insert into sessions (school_id, id, user_id, token_hash, created_at, last_seen_at, expires_at)
    select $1, s, u, h, now(), now() + interval '1 hour', now() + interval '1 day' from unnest($2::uuid[], $3::bigint[], $4::bytea[]) as t (s, u, h)`,
    [
      school,
      sessions.map((one) => one.session),
      ids,
      sessions.map((one) => tokens.hash(one.token)),
    ],
  );
  return sessions.map(
    ({ session, token }) =>
      `cookie: cg_session=${token}; XSRF-TOKEN=${tokens.xsrfToken(session)}\r\nx-cg-csrf-token: ${tokens.csrfToken(session)}\r\n`,
  );
};

/** Creates a school of `size` people through the importer, connects them, and signs some in. The school named bench is the default. */
export const buildSchool = async (
  pool: Pool,
  tokens: Tokens,
  crowd: Crowd,
  size: number,
  code = 'bench',
): Promise<BenchSchool> => {
  const since = performance.now();
  const school = await insertSchool(pool, { code, name: 'Bench', isDefault: code === 'bench' });
  for (let from = 0; from < size; from += batch)
    await inBulkTransaction(pool, async (bulk) => {
      await bulk.enter(school);
      await stageAndMergePeople(
        bulk,
        school,
        crowdColumns,
        crowd.rows(from, Math.min(size, from + batch)),
        new Date(),
      );
    });
  const tied = Math.min(size, tiedMax);
  const step = Math.max(1, Math.floor(tied / askerCount));
  const client = await pool.raw.connect();
  await client.query(
    `create temp table placed as select substr(username, 2)::int as position, id from users where school_id = ${school}`,
  );
  await client.query('create index on placed (position); analyze placed');
  // Both ends come from the table itself, so foreign keys need no check.
  await client.query('set session_replication_role = replica');
  const made = await client.query(tie, [school, tied, step]);
  await client.query('set session_replication_role = origin');
  const placed = await client.query<{ id: number }>('select id from placed order by position');
  client.release(true);
  await pool.raw.query('analyze');
  const people = placed.rows.map(({ id }) => id);
  const places = Array.from({ length: askerCount }, (_, one) => one * step);
  const headers = await signIn(
    pool,
    school,
    tokens,
    places.map((position) => people[position] ?? 0),
  );
  const askers = places.map((position, one) => ({
    id: people[position] ?? 0,
    headers: headers[one] ?? '',
    near: people.slice(position + 1, position + 1 + reach),
  }));
  return {
    school,
    size,
    people,
    askers,
    seconds: (performance.now() - since) / 1000,
    pairs: made.rowCount ?? 0,
  };
};

/** Returns the askers of an existing school, with new sessions. */
export const signInAgain = async (
  pool: Pool,
  tokens: Tokens,
  school: BenchSchool,
): Promise<BenchSchool> => {
  await pool.raw.query(
    `set commons.school_id = ${school.school}; delete from sessions where school_id = ${school.school}; delete from rate_limits`,
  );
  const headers = await signIn(
    pool,
    school.school,
    tokens,
    school.askers.map(({ id }) => id),
  );
  return {
    ...school,
    askers: school.askers.map((asker, one) => ({ ...asker, headers: headers[one] ?? '' })),
  };
};
