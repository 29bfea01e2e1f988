import type pg from 'pg';
import type { BenchSchool } from '../people/school.ts';

/** The school's clubs, the dates of a recurring event, and the askers' registrations and weekly personal events. */
export const shape = { clubs: 5_000, weeks: 16, own: 40, entries: 5 } as const;
/** Askers are registered for some of the first events, so that their number doesn't depend on the school's other events. */
const nearEvents = 1_000;

/** Titles contain the event's number, so that it doesn't have to be stored elsewhere. */
const columns = `school_id, club_id, title, description, series, starts_at, ends_at, location, tags, status, audience, registration, capacity,
  client_id, created_at, updated_at, published_at`;

/**
 * Returns events `n`. A fifth repeats weekly for a term. The first ones are soon, the others between 300 days ago and 120 days from now.
 */
const made = (first: number, last: number) => `
  select e.n, e.n % 5 = 0 as is_weekly, e.n % 10 = 0 as is_by_time,
    date_trunc('hour', now() at time zone 'UTC') + make_interval(days => case when e.n <= ${nearEvents} then e.n % 56 - 28
      else floor(random() * 420)::int + 0 * e.n - 300 end, hours => e.n % 12) as begins
  from generate_series(${first}, ${last}) as e (n)`;

const text = (time: string) => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Adds events until a school has this number, each with about twenty attendees. */
export const fillEvents = async (
  client: pg.ClientBase,
  { school, people, askers }: BenchSchool,
  count: number,
): Promise<void> => {
  await client.query(`set commons.school_id = '${school}'; set session_replication_role = replica`);
  await client.query(
    `create temp table if not exists numbered_events (n int primary key, id bigint not null, is_weekly boolean, is_by_time boolean, begins timestamp);
    create temp table if not exists numbered_people (n int primary key, id bigint not null, asks boolean not null)`,
  );
  await client.query(
    `insert into numbered_people select position - 1, id, id = any($2) from unnest($1::bigint[]) with ordinality as p (id, position) on conflict do nothing`,
    [people, askers.map(({ id }) => id)],
  );
  const had = await client.query<{ n: number }>(
    'select coalesce(max(n), 0) as n from numbered_events',
  );
  const first = (had.rows[0]?.n ?? 0) + 1;
  await client.query(`create temp table new_events as ${made(first, count)}`);
  await client.query(
    `insert into events (${columns})
    select $1, case when n % 10 < 9 then c.id end, 'Event ' || n || ' ' || (array['Chess night','Choir','Rowing','Makers','Debate','Garden','Film'])[1 + n % 7],
      '<p>What this evening is about, in the few sentences that such pages have.</p>',
      jsonb_build_object('start', ${text('begins')}, 'zone', 'UTC', 'length', 90, 'rule', case when is_weekly then 'FREQ=WEEKLY;COUNT=${shape.weeks}' end,
        'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb),
      begins at time zone 'UTC', begins at time zone 'UTC' + interval '90 minutes' + case when is_weekly then interval '${shape.weeks - 1} weeks' else '0' end,
      'Room ' || n % 400, (array['{music,free}','{sports}','{careers,tech}','{}'])[1 + n % 4]::text[], 'published',
      case when n % 10 = 7 and c.id is not null then 'members' when n % 10 = 3 then 'public' else 'school' end,
      case when is_by_time then 'occurrence' else 'event' end, case when n % 3 = 0 then 500 end, gen_random_uuid(), now(), now(), now()
    from new_events e left join numbered_clubs c (position, id) on c.position = (e.n * 31) % ${shape.clubs}`,
    [school],
  );
  await client.query(
    `insert into numbered_events select e.n, x.id, e.is_weekly, e.is_by_time, e.begins from new_events e
      join events x on x.school_id = ${school} and x.title like 'Event %' and split_part(x.title, ' ', 2)::int = e.n;
    drop table new_events; analyze numbered_events, numbered_people`,
  );
  await client.query(
    `insert into event_starts (school_id, event_id, starts_at, ends_at, original)
    select $1, e.id, t.at at time zone 'UTC', t.at at time zone 'UTC' + interval '90 minutes', ${text('t.at')}
    from numbered_events e cross join lateral (select e.begins + make_interval(weeks => w) as at
      from generate_series(0, case when e.is_weekly then ${shape.weeks - 1} else 0 end) as w) t where e.n >= ${first}`,
    [school],
  );
  await client.query(
    `insert into event_words (school_id, event_id, word) select distinct $1::int, e.id, w from numbered_events e
      join events x on x.school_id = $1 and x.id = e.id cross join unnest(search_words(x.title || ' ' || x.location)) as w where e.n >= ${first}`,
    [school],
  );
  await client.query(
    `insert into event_hosts (school_id, event_id, user_id, position) select $1, e.id, p.id, 0 from numbered_events e
      join numbered_people p on p.n = (e.n * 7 + 3) % $2 where e.n >= ${first} and not p.asks`,
    [school, people.length],
  );
  // One in fifty is large, and the others have a dozen. The askers' number of registrations doesn't depend on the number of events.
  await client.query(
    `insert into event_registrations (school_id, event_id, original, user_id, status, number, registered_at, changed_at)
    select $1, e.id, case when e.is_by_time then ${text('e.begins + make_interval(weeks => k % 3)')} else '' end, p.id,
      'registered', k + 1, now(), now()
    from numbered_events e cross join lateral generate_series(0, case when e.n % 50 = 1 then 399 else e.n % 25 end) as k
      join numbered_people p on p.n = ((e.n::bigint * 7919) % $2 + k * 37) % $2 where e.n >= ${first} and not p.asks on conflict do nothing`,
    [school, people.length],
  );
  if (first === 1) await fillAskers(client, school, people.length);
  await fillSeats(client, school, first);
  await client.query(
    'vacuum analyze events, event_starts, event_words, event_hosts, event_registrations, event_spots, personal_events',
  );
};

/** Adds the askers' registrations and weekly personal events. */
const fillAskers = async (client: pg.ClientBase, school: number, size: number): Promise<void> => {
  await client.query(
    `insert into event_registrations (school_id, event_id, original, user_id, status, number, registered_at, changed_at)
    select $1, e.id, case when e.is_by_time then ${text('e.begins')} else '' end, p.id, 'registered', 500 + k, now(), now()
    from numbered_people p cross join generate_series(1, ${shape.own}) as k
      join numbered_events e on e.n = 1 + (p.n / greatest(1, $2 / 250) * 13 + k * 23) % ${nearEvents} where p.asks on conflict do nothing`,
    [school, size],
  );
  await client.query(
    `insert into personal_events (school_id, user_id, title, location, series, first_at, last_at, created_at, updated_at)
    select $1, p.id, 'Course ' || k, 'Hall ' || k, jsonb_build_object('start', ${text('t.at')}, 'zone', 'UTC', 'length', 90,
        'rule', 'FREQ=WEEKLY;COUNT=${shape.weeks}', 'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb),
      t.at at time zone 'UTC', t.at at time zone 'UTC' + interval '${shape.weeks} weeks', now(), now()
    from numbered_people p cross join generate_series(1, ${shape.entries}) as k
      cross join lateral (select date_trunc('week', now() at time zone 'UTC') - interval '6 weeks' + make_interval(days => k - 1, hours => 9 + k) as at) t
    where p.asks`,
    [school],
  );
};

/** Updates the spots that registrations have taken, from an event on. */
export const fillSeats = async (
  client: pg.ClientBase,
  school: number,
  first: number,
): Promise<void> => {
  await client.query(
    `insert into event_spots (school_id, event_id, original, taken, last_number)
    select $1, r.event_id, r.original, count(*), max(r.number) from event_registrations r
      join numbered_events e on e.id = r.event_id where r.school_id = $1 and e.n >= ${first} group by r.event_id, r.original
    on conflict (school_id, event_id, original) do update set taken = excluded.taken, last_number = excluded.last_number`,
    [school],
  );
};

/** Copies the rows of pages to plain tables in a separate schema, for the baseline. */
export const fillBaseline = async (client: pg.ClientBase, school: number): Promise<void> => {
  await client.query(`drop schema if exists baseline cascade; create schema baseline;
    create table baseline.event as select e.id, e.title, e.location, e.tags, e.cover, e.capacity, e.series, e.description, e.audience, c.name as host, c.logo,
        (select coalesce(sum(s.taken), 0)::int from event_spots s where s.school_id = e.school_id and s.event_id = e.id) as taken,
        (select min(x.starts_at) from event_starts x where x.school_id = e.school_id and x.event_id = e.id and x.ends_at > now()) as next_at
      from events e left join clubs c on c.school_id = e.school_id and c.id = e.club_id where e.school_id = ${school};
    alter table baseline.event add primary key (id);
    create index on baseline.event (next_at, id);
    create table baseline.going as select r.event_id as event, r.nth, u.id, u.first_name || ' ' || u.last_name as name, u.photo
      from (select event_id, user_id, row_number() over (partition by event_id order by number) as nth from event_registrations where school_id = ${school}) r
      join users u on u.school_id = ${school} and u.id = r.user_id where r.nth <= 40;
    create index on baseline.going (event, nth);
    create table baseline.mine as
      select r.user_id as who, x.starts_at as at, x.ends_at as until, e.id, e.title, e.location from event_registrations r
        join events e on e.school_id = r.school_id and e.id = r.event_id
        join event_starts x on x.school_id = e.school_id and x.event_id = e.id and r.original in ('', x.original) where r.school_id = ${school}
      union all select c.user_id, c.first_at + make_interval(weeks => w), c.first_at + make_interval(weeks => w) + interval '90 minutes', c.id, c.title, c.location
        from personal_events c cross join generate_series(0, ${shape.weeks - 1}) as w where c.school_id = ${school};
    create index on baseline.mine (who, at);
    create table baseline.registration (event bigint not null, who bigint not null, number int not null, status text not null, at timestamptz not null, primary key (event, who));
    create table baseline.counter (event bigint primary key, number int not null);
    create function baseline.register(p_event bigint, p_who bigint, p_capacity int) returns table (status text, number int) language plpgsql as $f$
      declare n int;
      begin
        perform pg_advisory_xact_lock(p_event);
        insert into baseline.counter as c values (p_event, 1) on conflict (event) do update set number = c.number + 1 returning c.number into n;
        return query insert into baseline.registration as r values (p_event, p_who, n, case when n <= p_capacity then 'registered' else 'waiting' end, now())
          returning r.status, r.number;
      end $f$`);
  await client.query('vacuum analyze baseline.event, baseline.going, baseline.mine');
};
