import pg from 'pg';
import type { BenchSchool } from '../people/school.ts';

/** Numbers of a school's clubs and memberships, and the number of clubs of each group of askers. */
export const shape = { clubs: 5_000, memberships: 200_000, clubsOf: [3, 20, 200] } as const;

/** Numbers the clubs of a school, for this connection. */
export const numberClubs = async (
  client: pg.ClientBase,
  { school }: Pick<BenchSchool, 'school'>,
): Promise<void> => {
  await client.query(
    `create temp table if not exists numbered_clubs as select row_number() over (order by id) - 1 as n, id from clubs where school_id = ${school}`,
  );
  await client.query(
    'create unique index if not exists numbered_clubs_n on numbered_clubs (n); analyze numbered_clubs',
  );
};

/** Creates clubs with members. The askers of group n are members of `shape.clubsOf[n]` clubs. */
export const fillClubs = async (
  client: pg.ClientBase,
  { school, people, askers }: BenchSchool,
): Promise<void> => {
  await client.query(`set commons.school_id = '${school}'; set session_replication_role = replica`);
  await client.query(
    `insert into clubs (school_id, name, acronym, description, membership, created_at, client_id, updated_at)
    select $1, 'Club ' || n || ' ' || (array['Chess','Choir','Rowing','Makers','Debate','Garden','Film'])[1 + n % 7], 'C' || n,
      'What club number ' || n || ' is about, in one sentence.', (array['open','request','open','invitation'])[1 + n % 4], now(), gen_random_uuid(), now()
    from generate_series(1, $2) as n`,
    [school, shape.clubs],
  );
  await numberClubs(client, { school });
  const insert = `insert into club_members (school_id, club_id, user_id, status, since)`;
  await client.query(
    `${insert} select distinct on (c.id, p.id) $1::int, c.id, p.id, 'member', now() - interval '300 days' * random()
    from (select $2::bigint[] as ids) as k cross join generate_series(1, $3::int) as n
      cross join lateral (select k.ids[1 + floor(random() * cardinality(k.ids))::int + 0 * n] as id, floor(power(random(), 2) * ${shape.clubs})::int as club) as p
      join numbered_clubs c on c.n = p.club on conflict do nothing`,
    [school, people, shape.memberships],
  );
  for (const [group, many] of shape.clubsOf.entries()) {
    const ids = askers.filter((_, n) => n % shape.clubsOf.length === group).map(({ id }) => id);
    await client.query('delete from club_members where school_id = $1 and user_id = any($2)', [
      school,
      ids,
    ]);
    await client.query(
      `${insert} select $1, c.id, u, 'member', now() - interval '100 days' from unnest($2::bigint[]) with ordinality as a (u, nth)
      cross join generate_series(0, $3::int - 1) as k join numbered_clubs c on c.n = (a.nth * 17 + k * 23) % ${shape.clubs} on conflict do nothing`,
      [school, ids, many],
    );
  }
  await client.query('vacuum analyze clubs, club_members');
};

/**
 * Adds posts until a school has this number, and returns its number of posts: one in ten for the whole school, the others in its clubs,
 * over two years.
 */
export const fillPosts = async (
  client: pg.ClientBase,
  { school, people }: BenchSchool,
  count: number,
): Promise<number> => {
  await client.query(`set commons.school_id = '${school}'; set session_replication_role = replica`);
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from posts where school_id = $1',
    [school],
  );
  const more = count - Number(rows[0]?.n ?? 0);
  const batch = 100_000;
  for (let from = 0; from < more; from += batch)
    await client.query(
      `insert into posts (school_id, author_id, client_id, club_id, text, published_at, active_at, likes, comments)
      select $1, p.author, gen_random_uuid(), c.id, 'Post number ' || s.nth || ' says something of about the length that such posts have on an ordinary day.',
        p.at, p.at, s.nth % 30, s.nth % 7
      from generate_series($3::int, $4::int) as s (nth) cross join (select $2::bigint[] as ids) as k
      cross join lateral (select k.ids[1 + floor(random() * cardinality(k.ids))::int + 0 * s.nth] as author,
        now() - interval '730 days' * random() - interval '1 second' as at, floor(random() * ${shape.clubs})::int + 0 * s.nth as club) as p
      left join numbered_clubs c on c.n = p.club and s.nth % 10 <> 0`,
      [school, people, from + 1, Math.min(more, from + batch)],
    );
  await client.query('vacuum analyze posts');
  return count - Math.min(more, 0);
};

/** Copies the posts and clubs to plain tables for the baseline. */
export const fillBaseline = async (
  source: string,
  target: string,
  school: number,
): Promise<void> => {
  const [from, to] = [source, target].map((url) => new pg.Client({ connectionString: url }));
  if (from === undefined || to === undefined) throw new Error('two databases');
  await Promise.all([from.connect(), to.connect()]);
  try {
    await to.query(`drop table if exists post, club;
      create table post (id bigint primary key, place bigint, author text, photo text, text text, at timestamptz, likes int, comments int);
      create table club (id bigint primary key, name text, acronym text, description text, members int)`);
    const copy = async (query: string, into: string) => {
      const { rows } = await from.query<{ rows: unknown }>(
        `select jsonb_agg(t) as rows from (${query}) as t`,
        [school],
      );
      await to.query(into, [JSON.stringify(rows[0]?.rows ?? [])]);
    };
    for (let part = 0; part < 20; part += 1)
      await copy(
        `select p.id, coalesce(p.club_id, 0) as place, u.first_name || ' ' || u.last_name as author, u.photo, p.text, p.published_at as at, p.likes, p.comments
        from posts p join users u on u.school_id = p.school_id and u.id = p.author_id where p.school_id = $1 and p.id % 20 = ${part}`,
        `insert into post select * from jsonb_to_recordset($1::jsonb) as t (id bigint, place bigint, author text, photo text, text text, at timestamptz, likes int, comments int)`,
      );
    await copy(
      `select c.id, c.name, c.acronym, c.description, (select count(*) from club_members m where m.school_id = c.school_id and m.club_id = c.id) as members
      from clubs c where c.school_id = $1`,
      `insert into club select * from jsonb_to_recordset($1::jsonb) as t (id bigint, name text, acronym text, description text, members int)`,
    );
    await to.query('create index on post (place, at desc, id desc)');
    await to.query('create index on club (name, id)');
    await to.query('vacuum analyze');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
};
