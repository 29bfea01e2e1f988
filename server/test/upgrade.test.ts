import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { knownMigrations, migrate } from '#server/kernel/database/migrate.ts';
import { dropDatabase } from './drop-database.ts';
import { isSoak } from './effort.ts';

/** People of the school that is upgraded. */
const people = 600;
const workers = 4;

const names = await knownMigrations();
/** The newest two are run in one go; in soak all from here on, and the newest two by themselves as well. */
const firstStep = '0017';
const steps = names.filter((name) => name > firstStep);

const databases: string[] = [];
const asAdmin = async (text: string) => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
};
afterAll(async () => {
  for (const name of databases) await dropDatabase(asAdmin, name);
});

const connect = async (url: string, school: number | null): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  if (school !== null)
    await client.query(`set role commons_app; set commons.school_id = '${school}'`);
  return client;
};

/** A school with its people under the migrations up to one. */
const schoolAt = async (upTo: string): Promise<{ url: string; school: number }> => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const isOlder = upTo === names.at(-3);
  const template = isOlder ? inject('olderName') : 'template0';
  await asAdmin(`create database ${name} template ${template} encoding 'UTF8'`);
  databases.push(name);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  await migrate({ url: url.href, upTo });
  const owner = await connect(url.href, null);
  const school = 1;
  await owner.query(`set commons.school_id = '${school}'; insert into schools (school_id, code, name) overriding system value values (${school}, 'up', 'Upgraded');
    insert into school_hosts (host, school_id) values ('up.test', ${school})`);
  await owner.query(
    `insert into users (school_id, username, first_name, last_name, major) select $1, 'u' || n, 'First' || n, 'Last' || n % 90, 'Major ' || n % 7
    from generate_series(1, ${people}) as n`,
    [school],
  );
  await owner.end();
  return { url: url.href, school };
};

/** What people do meanwhile, by statements that every version has; answers what was acknowledged and the longest wait, in milliseconds. */
const work = async (url: string, school: number, worker: number, isOver: () => boolean) => {
  const client = await connect(url, school);
  const { rows: own } = await client.query<{ id: string }>(
    `select id::text from users where substr(username, 2)::int % ${workers} = $1 order by id`,
    [worker],
  );
  const reported = new Map<string, string>();
  const pairs = new Map<string, boolean>();
  let [calls, longest] = [0, 0];
  const asked = async (text: string, values: unknown[]) => {
    const since = performance.now();
    const answer = await client.query(text, values);
    longest = Math.max(longest, performance.now() - since);
    calls += 1;
    return answer;
  };
  while (!isOver()) {
    const one = own[calls % own.length]?.id ?? '0';
    const other = own[(calls * 7 + 3) % own.length]?.id ?? '0';
    const major = `Changed ${worker} ${calls}`;
    await asked('update users set major = $2, last_name = last_name where id = $1', [one, major]);
    reported.set(one, major);
    if (one === other) continue;
    const [low, high] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
    const key = `${low}:${high}`;
    if (pairs.get(key) === true)
      await asked('delete from connections where low_id = $1 and high_id = $2', [low, high]);
    else
      await asked(
        'insert into connections (school_id, low_id, high_id, requested_by) values ($1, $2, $3, $2)',
        [school, low, high],
      );
    pairs.set(key, pairs.get(key) !== true);
    await asked(`select user_id from user_words where word = $1`, [`first${calls % people}`]);
  }
  await client.end();
  return { calls, longest, told: reported, pairs };
};

describe('a database of an older version', () => {
  const first = steps[0] ?? '';
  const newest = steps.at(-1) ?? '';
  const lastTwo = steps.at(-2) ?? '';

  test.each(
    isSoak
      ? [...steps.slice(-2).map((step) => ({ from: step, to: step })), { from: first, to: newest }]
      : [{ from: lastTwo, to: newest }],
  )(
    'is brought through $from to $to while people work: nobody is refused, and nothing acknowledged is lost',
    async ({ from, to }) => {
      const { url, school } = await schoolAt(names[names.indexOf(from) - 1] ?? '');
      let isOver = false;
      const working = Promise.all(
        [...Array(workers).keys()].map((worker) => work(url, school, worker, () => isOver)),
      );
      working.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await migrate({ url, upTo: to })).toEqual(
        steps.slice(steps.indexOf(from), steps.indexOf(to) + 1),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      isOver = true;
      const done = await working;
      expect(Math.min(...done.map(({ calls }) => calls))).toBeGreaterThan(10);
      const client = await connect(url, school);
      for (const { told: reported, pairs } of done) {
        const { rows } = await client.query<{ id: string; major: string }>(
          'select id::text, major from users where id = any($1::bigint[])',
          [[...reported.keys()]],
        );
        expect(new Map(rows.map((row) => [row.id, row.major]))).toEqual(reported);
        for (const [key, isThere] of pairs) {
          const found = await client.query(
            'select from connections where low_id = $1 and high_id = $2',
            key.split(':'),
          );
          expect([key, found.rowCount === 1]).toEqual([key, isThere]);
        }
      }
      // What is kept twice agrees: counts with filters, filters and words with the people.
      const disagreeing = await client.query(
        `select facet from (select facet, audience, people from facet_counts union all select facet, audience, -count(*) from user_facets group by 1, 2) as kept
        group by facet, audience having sum(people) <> 0`,
      );
      const unmarked = await client.query(
        `select from users u where not exists (select from user_facets f where f.user_id = u.id and f.facet = 'major:' || u.major)
        or not exists (select from user_words w where w.user_id = u.id and w.word = lower(u.first_name))`,
      );
      expect([disagreeing.rows, unmarked.rowCount]).toEqual([[], 0]);
      await client.end();
    },
    180_000,
  );

  test.runIf(isSoak)(
    'turns provisioning keys into API keys with that scope, and they still work',
    async () => {
      const { url, school } = await schoolAt('0030_entries_told_whole.sql');
      const owner = await connect(url, null);
      await owner.query(`set commons.school_id = '${school}'`);
      await owner.query(
        `insert into provisioning_keys (school_id, name, token_hash, made_at, ended_at)
      values ($1, 'Entra', '\\x01', now(), null), ($1, 'Old', '\\x02', now(), now())`,
        [school],
      );
      await migrate({ url });
      const client = await connect(url, school);
      const opened = async (hash: string) =>
        (await client.query<{ key: unknown }>('select open_key($1, now()) as key', [hash])).rows[0]
          ?.key;
      expect(await opened('\\x01')).toMatchObject({
        name: 'Entra',
        scopes: ['provisioning'],
        personId: null,
      });
      expect(await opened('\\x02')).toBeNull();
      await client.end();
      await owner.end();
    },
  );
});
