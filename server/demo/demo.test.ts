import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { folderFiles, type Files } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { verifyPassword } from '#server/kernel/security/password-hashing.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { demoPassword } from './cast.ts';
import { createRandomSource } from './random-source.ts';
import { prepareDemo } from './demo-campus.ts';
import { drawFriendships } from './network.ts';
import { expectFeedsAgree } from '../test/demo-feeds.ts';
import { dropDatabase } from '../test/drop-database.ts';
import { checkRowTypes, takeDifferences } from '../test/checked-rows.ts';
import { send } from '../test/world.ts';
import type { SchoolId } from '#server/kernel/ids.ts';

const tokens = openTokens(Buffer.alloc(32, 7));
const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
let folder = '';
let files: Files;
const opened: { pool: Pool; name: string }[] = [];

const run = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
/** Creates a database without schools. */
const emptyDatabase = async (): Promise<Pool> => {
  const name = `demo_${randomBytes(6).toString('hex')}`;
  await run(`create database ${name} template ${inject('templateName')}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  const pool = openPool({ url: url.href, max: 6 });
  opened.push({ pool, name });
  return pool;
};
const prepare = (pool: Pool, env: NodeJS.ProcessEnv = {}, store = files) =>
  prepareDemo({ pool, files: store, env, log: () => undefined, clock, tokens });
const hosts = async (pool: Pool) =>
  (
    await pool.raw.query<{ school_id: string }>(
      'select school_id from school_hosts order by school_id',
    )
  ).rows.map((row) => row.school_id);
/** Reads rows of every school in turn as the owner, because row-level security also applies to it. */
const rows = async (pool: Pool, text: string) => {
  const client = await pool.raw.connect();
  try {
    const found: Record<string, number>[] = [];
    for (const school of await hosts(pool)) {
      await client.query(`set commons.school_id = '${school}'`);
      found.push(...(await client.query<Record<string, number>>(text)).rows);
    }
    return found;
  } finally {
    client.release(true);
  }
};

checkRowTypes();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-demo-'));
  files = folderFiles(folder, randomBytes(32));
});
afterAll(async () => {
  for (const { pool, name } of opened) {
    await pool.close();
    await dropDatabase(run, name);
  }
  await rm(folder, { recursive: true, force: true });
  const wrong = takeDifferences();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});

/**
 * Reads bench/search/judged.tsv: realistic searches, each with the person it is meant to find. Ana of the demo campus searches,
 * so a name that several people share refers to her friend.
 */
const judged = readFileSync(new URL('../../bench/search/judged.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [kind: string, typed: string, meant: string]);

describe('demo data', () => {
  let made: Pool | undefined;

  test(
    'a start that fails while storing files leaves no school, and a later start completes the demo',
    { tags: 'soak', timeout: 400_000 },
    async () => {
      const pool = await emptyDatabase();
      let stored = 0;
      const failing: Files = {
        ...files,
        put: (...given) =>
          (stored += 1) > 40 ? Promise.reject(new Error('killed')) : files.put(...given),
      };
      await expect(prepare(pool, {}, failing)).rejects.toThrow('killed');
      expect(await hosts(pool)).toEqual([]);

      // Killed again after the demo is stored, while its elections are opened and counted.
      const unsafe: Files = { ...files, putSecret: () => Promise.reject(new Error('killed late')) };
      await expect(prepare(pool, {}, unsafe)).rejects.toThrow('killed late');
      expect(await hosts(pool)).toHaveLength(2);
      expect((await prepare(pool, { PORT: '4000' })).join('\n')).toContain('ana@demo');
    },
  );

  test(
    'the demo has people, connections, pictures and accounts to sign in with',
    { timeout: 400_000 },
    async () => {
      const pool = await emptyDatabase();
      const banner = await prepare(pool, { PORT: '4000' });
      expect(banner.join('\n')).toMatch(
        /campus-demo[^]*ana@demo[^]*ben@demo[^]*officer@demo[^]*admin@demo[^]*eve@north[^]*north\.localhost:4000/,
      );
      expect(
        await rows(
          pool,
          `select s.code, s.connect, count(u.id)::int as people, count(u.photo)::int as photos, count(*) filter (where not u.is_listed)::int as hidden
      from schools s join users u using (school_id) group by 1, 2 order by 1`,
        ),
      ).toMatchObject([
        {
          code: 'demo',
          connect: true,
          people: 2000,
          photos: expect.toSatisfy((n: number) => n > 1_950 && n < 2_000),
        },
        { code: 'north', connect: false, people: 200 },
      ]);
      // Message works in the demo school, and has the default setting at the other school.
      expect(
        await rows(pool, 'select code, message_standalone from schools order by code'),
      ).toEqual([
        { code: 'demo', message_standalone: true },
        { code: 'north', message_standalone: false },
      ]);
      const [friends] = await rows(
        pool,
        `select percentile_disc(0.5) within group (order by n)::int as median, max(n)::int as most, sum(n)::int / 2 as pairs
      from (select count(c.other_id) as n from users u left join connected c on c.user_id = u.id group by u.id) as d`,
      );
      expect(friends?.['median']).toBeGreaterThan(18);
      expect(friends?.['most']).toBeGreaterThan(300);
      expect(friends?.['pairs']).toBeGreaterThan(30_000);
      expect(
        await rows(
          pool,
          `select (select count(*)::int from connected where user_id = u.id) as friends,
        (select count(*)::int from connections where not is_accepted and requested_by <> u.id and u.id in (low_id, high_id)) as incoming,
        (select count(*)::int from connections where requested_by = u.id and not is_accepted) as sent
      from users u where username = 'ana'`,
        ),
      ).toEqual([{ friends: 60, incoming: 7, sent: 4 }]);
      expect(
        await rows(
          pool,
          `select count(*)::int as n from connections where least(low_id, high_id) in (select id from users where username in ('ana', 'ben'))
      and greatest(low_id, high_id) in (select id from users where username in ('ana', 'ben'))`,
        ),
      ).toEqual([{ n: 0 }, { n: 0 }]);
      expect(
        await rows(
          pool,
          `select count(*) filter (where c.kind = 'group' and not c.is_course)::int as groups, count(*) filter (where c.is_course)::int as courses, count(*) filter (where p.request_state = 'waiting')::int as requests,
          count(*) filter (where p.muted_until is not null)::int as muted, max(c.participant_count) filter (where not c.is_course)::int as most
        from participants p join conversations c on c.id = p.conversation_id where p.user_id in (select id from users where username = 'ana')`,
        ),
      ).toMatchObject([{ groups: 2, courses: 1, requests: 1, muted: 1, most: 6 }, {}]);
      expect(
        await rows(
          pool,
          `select (select count(*)::int from hubs) as hubs, (select count(*)::int from hub_members) as added,
          (select count(*)::int from newsletters where state = 'sent' and recipients > 0 and club_id is null) as sent,
          (select count(*)::int from newsletters where state = 'draft' and club_id is null) as drafts,
          (select count(*)::int from newsletters where state = 'sent' and mailed > 0 and club_id is not null) as emails,
          (select count(*)::int from posts where likes > 0 and club_id is null) as posts, (select count(*) > 10 from comments) as is_discussed,
          (select count(distinct state)::int from reports) as states, (select count(*)::int from activity_log) as entries,
          (select count(distinct club_id)::int from club_point_balances) as with_points,
          (select count(distinct club_id)::int from club_departures) as with_departures,
          (select count(distinct club_id)::int from activity_log where club_id is not null) as with_log,
          (select count(distinct club_id)::int from club_members where tags <> '{}') as with_tags,
          (select count(*)::int from clubs c join current_hubs h using (school_id, hub_id)
            where h.user_id = (select id from users where username = 'ana')) > 20 as has_clubs_in_chosen_hub,
          (select count(*)::int from activity_log a join activity_log b using (school_id) where a.number < b.number and a.at > b.at) as late,
          (select count(*) filter (where read_at is null) between 1 and 10 and count(*) > 5 from notifications
            where user_id = (select id from users where username = 'ana')) as is_told,
          (select count(*)::int from notification_deliveries d join notifications n on n.school_id = d.school_id and n.id = d.notification_id
            where n.kind like 'connection%' and d.reason = 'off' and d.rule = 'default') as skipped_though_on,
          (select bool_and(m.unread = (select count(*) from notifications n where n.user_id = m.user_id and n.read_at is null)) from notification_counters m) as is_counted,
          (select count(*)::int from users where first_name in ('Leordo', 'Berrdo')) as cut`,
        ),
      ).toMatchObject([
        {
          hubs: 4,
          added: 3,
          sent: 4,
          drafts: 1,
          emails: 3,
          posts: 13,
          is_discussed: true,
          states: 4,
          entries: 57,
          with_points: 5,
          with_departures: 5,
          with_log: 5,
          with_tags: 5,
          has_clubs_in_chosen_hub: true,
          late: 0,
          is_told: true,
          skipped_though_on: 0,
          is_counted: true,
          cut: 0,
        },
        {},
      ]);
      expect(
        await rows(
          pool,
          `select jsonb_path_exists(document, '$.** ? (@.type == "web" && !exists(@.url))') as has_gaps from menus`,
        ),
      ).toEqual([{ has_gaps: false }]);
      expect(
        await rows(
          pool,
          `select d.state, count(*)::int > 1 as several, bool_or(u.username = 'ana') as is_ana
          from clubs c, club_dues(c.id, null, '2026-11-20T12:00:00Z') d join users u on u.id = d.member
          where c.name = 'Ridge & Trail' group by 1 order by 1`,
        ),
      ).toEqual([
        { state: 'due', several: true, is_ana: true },
        { state: 'grace', several: true, is_ana: false },
        { state: 'lapsed', several: true, is_ana: false },
        { state: 'paid', several: true, is_ana: false },
        { state: 'waived', several: true, is_ana: false },
      ]);
      // No one is notified. The elections that aren't over open and close on time, and the order that isn't paid expires.
      expect(
        await rows(
          pool,
          `select count(*) filter (where kind not in ('sections_changed', 'election_due', 'order_due'))::int as n,
            count(*) filter (where kind = 'order_due')::int as orders,
            count(*) filter (where kind = 'election_due' and due_at > '2026-11-20T12:00:00Z')::int as due from outbox
          where school_id = current_school()`,
        ),
      ).toEqual([
        { n: 0, orders: 1, due: 4 },
        { n: 0, orders: 0, due: 0 },
      ]);
      expect(
        await rows(
          pool,
          `select e.title, e.state, e.ballots, e.secret_name is not null as has_secret,
            (select count(*)::int from election_ballots b where b.election_id = e.id) as published,
            (select count(*)::int from election_voters v where v.election_id = e.id) > 60 as has_voters,
            (select json_array_length(value -> 'elected') from json_each(e.results) limit 1) as elected,
            (select x.state from election_candidates x join election_contests k on k.id = x.contest_id
              join users u on u.id = x.user_id where k.election_id = e.id and u.username = 'ana') as ana
          from elections e order by e.opens_at`,
        ),
      ).toEqual([
        {
          title: 'Trip committee 2026',
          state: 'published',
          ballots: 40,
          has_secret: false,
          published: 40,
          has_voters: true,
          elected: 2,
          ana: null,
        },
        {
          title: 'Officers 2027',
          state: 'voting',
          ballots: null,
          has_secret: true,
          published: 0,
          has_voters: true,
          elected: null,
          ana: null,
        },
        {
          title: 'Student Government 2027',
          state: 'voting',
          ballots: null,
          has_secret: true,
          published: 0,
          has_voters: true,
          elected: null,
          ana: null,
        },
        {
          title: 'Walk leaders',
          state: 'announced',
          ballots: null,
          has_secret: false,
          published: 0,
          has_voters: false,
          elected: null,
          ana: 'proposed',
        },
      ]);
      // Ana has saved two jobs and applied for one. One job waits for approval.
      expect(
        await rows(
          pool,
          `select count(*)::int as jobs, count(*) filter (where j.state = 'in_approval')::int as waiting,
            count(*) filter (where j.state = 'open' and j.closes_at > '2026-11-20T12:00:00Z')::int as open,
            (select count(*)::int from saved_jobs s join users u on u.id = s.user_id where u.username = 'ana') as saved,
            (select count(*)::int from job_applications a join users u on u.id = a.user_id where u.username = 'ana') as applied,
            (select count(*)::int from approval_submissions s where s.kind = 'job' and s.state = 'submitted') as submissions
          from jobs j`,
        ),
      ).toEqual([
        { jobs: 12, waiting: 1, open: 10, saved: 2, applied: 1, submissions: 1 },
        { jobs: 0, waiting: 0, open: 0, saved: 0, applied: 0, submissions: 0 },
      ]);
      // The bursar's lists of overdue accounts and holds have rows.
      expect(
        await rows(
          pool,
          `select count(*) > 3 as overdue, (select count(*) > 1 from finance_holds where released_on is null) as held
           from finance_balances where balance > 0 and oldest_due < current_date`,
        ),
      ).toEqual([{ overdue: true, held: true }, expect.anything()]);
      const hashes = await rows(pool, 'select distinct password_hash from credentials');
      expect(new Set(hashes.map((row) => row['password_hash'])).size).toBe(1);
      expect(await verifyPassword(String(hashes[0]?.['password_hash']), demoPassword)).toBe(true);
      const named = ['admin', 'ana', 'ben', 'eve', 'jwright', 'lmorris', 'nadia', 'officer'];
      expect(
        await rows(
          pool,
          `with first as (
            select u.school_id, u.id from users u join schools s using (school_id) where s.code = 'demo'
            order by u.email collate "C" limit 300)
          select count(*)::int as wrong from users u where exists (select from credentials c where c.school_id = u.school_id and c.user_id = u.id)
            <> ((u.school_id, u.id) in (select school_id, id from first) or u.username in ('${named.join("', '")}'))`,
        ),
      ).toEqual([{ wrong: 0 }, { wrong: 0 }]);

      // [CAL-02] Other calendar apps show the same feeds as our calendar.
      const [demo] = await rows(pool, `select school_id as id from schools where code = 'demo'`);
      const people = await rows(
        pool,
        `select id from users where email in ('ana@demo.campus.example', 'ben@demo.campus.example', 'officer@demo.campus.example')`,
      );
      expect(people).toHaveLength(3);
      await expectFeedsAgree(
        { pool, tokens, now: clock.now() },
        Number(demo?.['id']) as SchoolId,
        people.map(({ id }) => Number(id)),
      );

      expect(await prepare(pool, { PORT: '4000' })).toEqual(banner);
      expect(await hosts(pool)).toHaveLength(2);
      made = pool;
    },
  );

  test(
    '[DIR-08] every judged search finds the intended person, and the mean reciprocal rank is at least 0.95',
    { tags: ['soak'] },
    async () => {
      if (made === undefined) throw new Error('the test before this one makes the demo campus');
      const pool = made;
      await pool.raw.query('analyze');
      const app = await createApp({
        pool,
        files,
        tokens,
        clock,
        log: openLog('silent'),
        mail: { send: async () => undefined },
        base: 'localhost',
        live: false,
        version: 'test',
      });
      expect(judged.length).toBeGreaterThanOrEqual(200);
      const entered = await send(app, '/api/v1/login', {
        method: 'POST',
        body: { email: 'ana@demo.campus.example', password: demoPassword },
      });
      const { csrfToken } = entered.body as { csrfToken: string };
      const cookie = [entered.headers['set-cookie'] ?? []]
        .flat()
        .map((line) => String(line).split(';')[0])
        .join('; ');
      const usernames = new Map<string, string>();
      const client = await pool.raw.connect();
      try {
        await client.query(
          `select set_config('commons.school_id', (select school_id::text from school_hosts where host = 'demo'), false)`,
        );
        for (const { id, username } of (
          await client.query<{ id: number; username: string }>('select id, username from users')
        ).rows)
          usernames.set(String(id), username);
      } finally {
        client.release(true);
      }
      const ranks: { kind: string; typed: string; rank: number; found: unknown }[] = [];
      for (const [kind, typed, meant] of judged) {
        const answer = await send(
          app,
          `/mobile_ws/v18/mobile_people?search_word=${encodeURIComponent(typed)}`,
          {
            headers: { cookie, 'x-cg-csrf-token': csrfToken },
          },
        );
        const [page] = answer.body as { people: { uid: string }[] }[];
        ranks.push({
          found: page?.people
            .slice(0, 3)
            .map(({ uid }) => usernames.get(uid))
            .join(),
          kind,
          typed,
          rank: 1 + (page?.people ?? []).findIndex(({ uid }) => usernames.get(uid) === meant),
        });
      }
      expect(ranks.filter(({ rank }) => rank === 0)).toEqual([]);
      const byKind = Object.entries(Object.groupBy(ranks, ({ kind }) => kind)).map(
        ([kind, list = []]) => ({
          kind,
          mrr: list.reduce((sum, { rank }) => sum + 1 / rank, 0) / list.length,
        }),
      );
      const mrr = ranks.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranks.length;
      console.log(
        `MRR ${mrr.toFixed(4)} over ${ranks.length}:`,
        byKind.map(({ kind, mrr: one }) => `${kind} ${one.toFixed(3)}`).join(', '),
      );
      expect(mrr).toBeGreaterThanOrEqual(0.95);
      await app.close();
    },
  );

  test('a database with another school gets no demo', async () => {
    const pool = await emptyDatabase();
    await insertSchool(pool, { code: 'real', name: 'Real' });
    expect(await prepare(pool)).toEqual([]);
    expect(await prepare(pool, { CAMPUS_DEMO: '1' })).toEqual([]);
    expect(await hosts(pool)).toHaveLength(1);
  });

  test('production gets no demo without CAMPUS_DEMO, and the banner shows the command that adds a school', async () => {
    const pool = await emptyDatabase();
    expect((await prepare(pool, { NODE_ENV: 'production' })).join()).toContain(
      'npm run campus -- school add',
    );
    expect(await hosts(pool)).toEqual([]);
    // Creating data starts and then fails. The complete data was checked above.
    const failing: Files = { ...files, put: () => Promise.reject(new Error('killed')) };
    await expect(
      prepare(pool, { NODE_ENV: 'production', CAMPUS_DEMO: '1' }, failing),
    ).rejects.toThrow('killed');
  });
});

test('drawFriendships() returns the same pairs for the same seed, without duplicates or people paired with themselves', () => {
  const nodes = Array.from({ length: 300 }, (_, n) => ({
    major: `m${n % 5}`,
    year: 2026 + (n % 4),
  }));
  const draw = () =>
    drawFriendships(nodes, createRandomSource(7), { given: [[0, 1]], apart: [[0, 2]] });
  const pairs = draw();
  expect(draw()).toEqual(pairs);
  const keys = new Set(pairs.map((pair) => pair.join()));
  expect(keys.size).toBe(pairs.length);
  expect([keys.has('0,1'), keys.has('0,2')]).toEqual([true, false]);
  expect(pairs.every(([low, high]) => low < high)).toBe(true);
});
