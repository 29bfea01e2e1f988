import pg from 'pg';
import type { BenchSchool } from '../people/school.ts';

/** Notifications of each asker. */
const each = 40;

const tables = `
  drop table if exists person, note, tie;
  create table person (tenant int, id bigint, name text, lname text collate "C", sname text, photo text, headline text, grad int, major text,
    city text, bio text, email text, visible boolean default true, primary key (tenant, id));
  create table note (tenant int, who bigint, id bigint generated always as identity, kind text, actor text, photo text, title text,
    at timestamptz, primary key (tenant, who, id));
  create table tie (low bigint, high bigint, primary key (low, high))`;

/** Copies the people of a school to the plain tables of the minimal loop, with notifications for the askers. */
export const fillLoop = async (
  source: string,
  target: string,
  { school, askers }: BenchSchool,
): Promise<void> => {
  const [from, to] = [source, target].map((url) => new pg.Client({ connectionString: url }));
  if (from === undefined || to === undefined) throw new Error('two databases');
  await Promise.all([from.connect(), to.connect()]);
  try {
    await to.query(tables);
    const { rows } = await from.query<{ people: unknown }>(
      `select jsonb_agg(jsonb_build_object('id', id, 'name', first_name || ' ' || last_name, 'lname', lower(last_name),
        'sname', lower(first_name || ' ' || last_name), 'photo', '/p/' || id || '.jpg', 'headline', 'Class of ' || year_of_graduation || ' - ' || major,
        'grad', year_of_graduation, 'major', major, 'city', city, 'bio', bio, 'email', email)) as people from users where school_id = $1`,
      [school],
    );
    await to.query(
      `insert into person select 1, id, name, lname, sname, photo, headline, grad, major, city, bio, email, true
      from jsonb_to_recordset($1::jsonb) as p (id bigint, name text, lname text, sname text, photo text, headline text, grad int, major text, city text, bio text, email text)`,
      [JSON.stringify(rows[0]?.people)],
    );
    await to.query('create index on person (tenant, lname, id)');
    await to.query('create index on person (tenant, sname collate "C", id)');
    await to.query(
      `insert into note (tenant, who, kind, actor, photo, title, at)
      select 1, w, 'connected', 'Ada Adams', '/p/1.jpg', 'Ada Adams accepted your request', now() - n * interval '1 hour'
      from unnest($1::bigint[]) as w, generate_series(1, ${each}) as n`,
      [askers.map(({ id }) => id)],
    );
    await to.query('vacuum analyze');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
};

/** Gives the askers of a school notifications: requests and acceptances of people near them, one in eight unread. */
export const fillNotifications = async (
  client: pg.ClientBase,
  { school, askers }: BenchSchool,
): Promise<void> => {
  await client.query(`set commons.school_id = '${school}'`);
  for (const table of ['notifications', 'notification_counters'])
    await client.query(`delete from ${table} where school_id = $1`, [school]);
  await client.query(
    `with who as (select (p->>'id')::bigint as u, array(select jsonb_array_elements_text(p->'near')::bigint) as near from jsonb_array_elements($2::jsonb) as p),
    made as (
      insert into notifications (school_id, user_id, key, kind, collapse_key, is_open, closed_at, actors, is_listed, created_at, changed_at, read_at, change)
      select $1, u, 'general.connectionRequests', k.kind, k.kind || ':' || n, n % 8 = 0, case when n % 8 = 0 then null else now() end,
        array(select near[1 + (n * 7 + x * 13)::int % cardinality(near)] from generate_series(1, 1 + case when n % 3 = 0 then n % 5 else 0 end) as x),
        true, now() - n * interval '9 hours', now() - n * interval '8 hours', case when n % 8 = 0 then null else now() end, n
      from who cross join generate_series(1, ${each}) as n
      cross join lateral (select case when n % 2 = 0 then 'connection_requested' else 'connection_accepted' end) as k (kind)
    )
    insert into notification_counters (school_id, user_id, change, total, unread) select $1, u, ${each}, ${each}, ${each} / 8 from who`,
    [school, JSON.stringify(askers.map(({ id, near }) => ({ id, near })))],
  );
  await client.query('vacuum analyze notifications, notification_counters');
};
