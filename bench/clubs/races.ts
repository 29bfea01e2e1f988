import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import { load } from '../people/load.ts';
import type { BenchSchool } from '../people/school.ts';
import { send, tokensOf } from '../people/writes.ts';

/** Numbers of people who join a club or like a post at the same moment, and who get a notification about a post. */
const sizes = { joins: 1_000, likes: 5_000, audience: 20_000 } as const;
/** Milliseconds until the benchmark stops waiting for notifications. */
const timeoutMs = 60_000;
/** Connections that read feeds during the notifications, and for how many seconds. */
const [readers, seconds] = [8, 6];

interface Setup {
  readonly pool: Pool;
  readonly tokens: Tokens;
  readonly port: number;
  readonly school: BenchSchool;
  /** A connection with access to the school's rows. */
  readonly client: pg.ClientBase;
}

const write = async (
  port: number,
  { method, path, jwt, body = {} }: { method: string; path: string; jwt: string; body?: object },
): Promise<number> => (await send(port, { method, path, jwt, body })).status;

/** Sends all calls at the same time. Returns how long they took and how many replies were not 200. */
const callAtOnce = async (
  port: number,
  jwts: readonly string[],
  method: string,
  path: string,
): Promise<{ seconds: number; failed: number }> => {
  const since = performance.now();
  const statuses = await Promise.all(jwts.map((jwt) => write(port, { method, path, jwt })));
  return {
    seconds: (performance.now() - since) / 1000,
    failed: statuses.filter((status) => status !== 200).length,
  };
};

const numberOf = async (client: pg.ClientBase, query: string, ...values: unknown[]) =>
  Number((await client.query<{ n: string }>(`select (${query}) as n`, values)).rows[0]?.n ?? 0);

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/**
 * Makes many people join one club and like one post at the same time, and posts in a large club while others read. Returns lines for the
 * figures.
 */
export const raceClubs = async (setup: Setup): Promise<string[]> => {
  const { port, pool, tokens, school, client } = setup;
  const { rows } = await client.query<{ id: string }>(
    `select id from clubs where school_id = $1 and membership = 'open' order by id limit 3`,
    [school.school],
  );
  const [joined = '', large = '', small = ''] = rows.map(({ id }) => id);
  const jwts = await tokensOf(
    { pool, tokens, port, school: school.school },
    school.people.slice(-sizes.likes),
  );

  await client.query('delete from club_members where school_id = $1 and club_id = $2', [
    school.school,
    joined,
  ]);
  const joins = await callAtOnce(
    port,
    jwts.slice(0, sizes.joins),
    'PUT',
    `/api/v1/clubs/${joined}/membership`,
  );
  const members = await numberOf(
    client,
    `select count(*) from club_members where school_id = $1 and club_id = $2 and status = 'member'`,
    school.school,
    joined,
  );

  const post = await numberOf(
    client,
    `select id from posts where school_id = $1 and feed_id = 0 order by published_at desc limit 1`,
    school.school,
  );
  const before = await numberOf(
    client,
    'select likes from posts where school_id = $1 and id = $2',
    school.school,
    post,
  );
  const likes = await callAtOnce(port, jwts, 'PUT', `/api/v1/posts/${post}/like`);
  const counted =
    (await numberOf(
      client,
      'select likes from posts where school_id = $1 and id = $2',
      school.school,
      post,
    )) - before;

  const fill = async (club: string, members: readonly number[]) => {
    await client.query('delete from club_members where school_id = $1 and club_id = $2', [
      school.school,
      club,
    ]);
    await client.query(
      `insert into club_members (school_id, club_id, user_id, status, since)
      select $1, $2, u, 'member', now() from unnest($3::bigint[]) as u`,
      [school.school, club, members],
    );
  };
  const author = jwts.at(-1) ?? '';
  const announce = async (club: string) => {
    const status = await write(port, {
      method: 'POST',
      path: '/api/v1/posts',
      jwt: author,
      body: { clientId: randomUUID(), club: String(club), text: 'To everyone in this club' },
    });
    if (status !== 200) throw new Error(`the post to a club answered ${status}`);
  };
  const countWritten = (club: string) =>
    numberOf(
      client,
      `select count(*) from notifications where school_id = $1 and key = 'member.postsOnGroupFeed' and group_id = $2`,
      school.school,
      club,
    );
  const awaitWritten = async (club: string, wanted: number) => {
    const since = performance.now();
    let written = 0;
    while (written < wanted && performance.now() - since < timeoutMs) {
      written = await countWritten(club);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { written, seconds: (performance.now() - since) / 1000 };
  };
  await fill(large, school.people.slice(-sizes.audience));
  await fill(small, [...school.people.slice(0, 1_999), ...school.people.slice(-1)]);
  await client.query('vacuum analyze club_members');
  // The work after the likes must end before the feed is measured without load.
  const settled = async () => {
    const until = performance.now() + timeoutMs;
    while (performance.now() < until) {
      const waiting = await numberOf(
        client,
        `select count(*) from outbox where delivered_at is null and coalesce(due_at, '-infinity') <= now()`,
      );
      if (waiting === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await settled();
  const read = async () =>
    p99(
      (
        await load(port, {
          connections: readers,
          seconds,
          open: (slot) => ({
            isWhole: () => true,
            next: () => ({
              path: '/api/v1/feed?size=20',
              headers: `authorization: Bearer ${jwts[slot] ?? ''}\r\n`,
            }),
          }),
        })
      ).times,
    );
  // The planner considers tables empty that were empty at the last analyze. Autovacuum corrects that within a minute of the first rows.
  await announce(small);
  await awaitWritten(small, 1_999);
  await client.query(
    'analyze notifications, notification_counters, notification_sources, notification_deliveries',
  );
  await settled();
  const quiet = await read();
  await announce(large);
  const [busy, { written, seconds: took }] = await Promise.all([
    read(),
    awaitWritten(large, sizes.audience - 1),
  ]);
  const n = (value: number) => value.toLocaleString('en');
  return [
    '| at once | took | answers other than 200 | counted |',
    '|---|---|---|---|',
    `| ${n(sizes.joins)} people join one club | ${joins.seconds.toFixed(1)} s | ${joins.failed} | ${n(members)} members |`,
    `| ${n(sizes.likes)} people like one post | ${likes.seconds.toFixed(1)} s | ${likes.failed} | ${n(counted)} likes |`,
    '',
    `A post to a club of ${n(sizes.audience)} members creates ${n(written)} notifications within ${took.toFixed(1)} s (aim: all within 10 s). The home feed during that time, ${readers} connections: p99 ${busy.toFixed(0)} ms beside ${quiet.toFixed(0)} ms otherwise (aim: less than twice).`,
  ];
};
