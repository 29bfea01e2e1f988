import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { keptSchool, openFolder } from '../people/kept-school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { measureRow, type Measured, type Side } from '../peers/measure.ts';
import { peersTable } from '../peers/tables.ts';
import type { PeerWorkload } from '../peers/workloads.ts';
import { readAll } from './readings.ts';

interface Options {
  readonly students: number;
  readonly readers: number;
  readonly seconds: number;
  /** A folder that keeps the schools for the next run. */
  readonly keep: string | undefined;
  readonly print: (line: string) => void;
}

/** Courses per student, assignments per course, and students per section. */
const shape = { courses: 5, assignments: 30, students: 30 } as const;

/** Gives all students their courses, with results of past assignments. */
export const fillCourses = async (
  client: pg.ClientBase,
  school: SchoolId,
  people: readonly number[],
): Promise<void> => {
  const sections = Math.max(
    shape.courses,
    Math.ceil((people.length * shape.courses) / shape.students),
  );
  await client.query(`set commons.school_id = '${school}'; set session_replication_role = replica`);
  const run = (text: string, values: unknown[] = [school]) => client.query(text, values);
  await run(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'now', 'Fall', now()::date - 70, now()::date + 50, 'UTC')`,
  );
  await run(
    `insert into courses (school_id, code, number, title) select $1, 'c' || n, 'CRS ' || n, 'Course ' || n from generate_series(1, ${sections}) as n`,
  );
  await run(
    `insert into course_sections (school_id, code, course_id, term_id) select $1, c.code, c.id, t.id from courses c, terms t where c.school_id = $1 and t.school_id = $1`,
  );
  await run(
    `create temp table numbered_sections as select (row_number() over (order by length(code), code) - 1)::int as position, id from course_sections where school_id = ${school}`,
    [],
  );
  await run(
    `insert into section_meetings (school_id, section_id, code, weekdays, begins, minutes, room) select $1, id, 'lecture', '{1,3}', '10:00', 50, 'Hall' from numbered_sections`,
  );
  await run(
    `insert into section_members (school_id, section_id, user_id) select $1, s.id, p.id
    from unnest($2::bigint[]) with ordinality as p (id, nth), generate_series(0, ${shape.courses - 1}) as c
      join lateral (select id from numbered_sections where position = ((p.nth - 1) * ${shape.courses} + c) / ${shape.students} * ${shape.courses} % ${sections} + c) as s on true
    on conflict do nothing`,
    [school, people],
  );
  await run(
    `insert into course_categories (school_id, code, title, weight) select $1, 'g' || n, 'Part ' || n, n * 10 from generate_series(1, 4) as n`,
  );
  await run(
    `insert into course_assignments (school_id, code, section_id, category_id, kind, title, due_at, points)
    select $1, s.id || '-' || n, s.id, (select id from course_categories where school_id = $1 and code = 'g' || (1 + n % 4)),
      case when n % 4 = 0 then 'quiz' else 'assignment' end, 'Assignment ' || n, now() + make_interval(days => n * 4 - 70), 100
    from numbered_sections s, generate_series(1, ${shape.assignments}) as n`,
  );
  await run(
    `insert into course_results (school_id, assignment_id, user_id, state, score, graded_at)
    select $1, a.id, m.user_id, 'graded', 60 + (a.id + m.user_id) % 41, a.due_at + interval '1 day'
    from course_assignments a join section_members m on m.school_id = $1 and m.section_id = a.section_id where a.school_id = $1 and a.due_at < now()`,
  );
  await run(
    `insert into course_announcements (school_id, code, section_id, title, body, posted_at)
    select $1, s.id || '-n' || n, s.id, 'News ' || n, '<p>Text</p>', now() - n * interval '9 days' from numbered_sections s, generate_series(1, 4) as n`,
  );
  await run('drop table numbered_sections', []);
  await client.query(`drop schema if exists baseline cascade; create schema baseline;
    create table baseline.course as select m.user_id as who, c.number, c.title, 81.5::float8 as grade, 'Hall'::text as room, now() as next_at
      from section_members m join course_sections s on s.id = m.section_id join courses c on c.id = s.course_id where m.school_id = ${school};
    create index on baseline.course (who, number);
    create table baseline.due as select m.user_id as who, a.id, a.title, a.kind, a.due_at, a.points::float8, c.number, c.title as course
      from section_members m join course_sections s on s.id = m.section_id join courses c on c.id = s.course_id join course_assignments a on a.section_id = s.id
      where m.school_id = ${school} and a.due_at > now() - interval '1 day';
    create index on baseline.due (who, due_at); analyze`);
};

const aim: PeerWorkload['aim'] = { ms: 2, share: 0.3 };
export const pages: readonly PeerWorkload[] = [
  {
    name: 'my courses',
    aim,
    isBearer: true,
    holds: /"items":\[\{/,
    paths: ({ me }) => ({ ours: ['/api/v1/academic/courses'], loop: [`/courses?v=${me.id}`] }),
  },
  {
    name: 'due list, 14 days',
    aim,
    isBearer: true,
    holds: /"items":\[\{/,
    paths: ({ me }) => ({ ours: ['/api/v1/academic/due'], loop: [`/due?v=${me.id}`] }),
  },
];

/** Compares course pages with their baseline, and measures how they grow with the students. Then syncs the LMS of many people. */
export const benchCourses = async ({
  students,
  readers,
  seconds,
  keep,
  print,
}: Options): Promise<void> => {
  const sizes = [Math.round(students / 10), students];
  const grown = new Map<string, (readonly [number, number])[]>();
  let measured: Measured[] = [];
  let readings: readonly string[] = [];
  for (const size of sizes) {
    const folder = await openFolder(keep, `courses-${size}`);
    const database = await launchPostgres({ folder: folder.path, log: () => undefined });
    const pool = openPool({ url: database.superUrl, max: 4 });
    const servers: Server[] = [];
    const client = await pool.raw.connect();
    try {
      await migrate({ url: database.superUrl });
      const crowd = await readCrowd();
      const { key, school } = await keptSchool(pool, folder.path, crowd, size, (built) =>
        fillCourses(client, built.school, built.people),
      );
      print(`${size} students with ${shape.courses} courses of ${shape.assignments} assignments`);
      const postmaster = Number(
        (await readFile(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8')).split(
          '\n',
        )[0],
      );
      const server = await startServer(join(import.meta.dirname, '../people/our-server.ts'), [
        database.superUrl,
        key.toString('hex'),
      ]);
      servers.push(server);
      const baseline = await startServer(join(import.meta.dirname, 'courses-baseline.ts'), [
        database.superUrl,
      ]);
      servers.push(baseline);
      const side = { postmaster, pool, school, people: [] };
      const sides: Side[] = [
        { ...side, name: 'now', kind: 'ours', server },
        { ...side, name: 'loop', kind: 'loop', server: baseline },
      ];
      measured = [];
      for (const page of pages) {
        const one = await measureRow(page, sides, seconds);
        measured.push(one);
        grown.set(page.name, [
          ...(grown.get(page.name) ?? []),
          [size, one.costs.get('now')?.database ?? Number.NaN],
        ]);
        for (const line of peersTable([one]).slice(2)) print(line);
      }
      if (size === students && readers > 0)
        readings = await readAll({
          url: database.superUrl,
          key,
          pool,
          client,
          school,
          server,
          readers,
          print,
        });
    } finally {
      client.release(true);
      await Promise.all(servers.map((one) => one.stop()));
      await pool.close();
      await database.stop();
      await folder.end();
    }
  }
  const growth = [...grown].map(
    ([name, points]) =>
      `${name} ${slope(points).toFixed(2)} (${points.map(([, ms]) => ms.toFixed(2)).join(', ')} ms)`,
  );
  const lines = [
    `${students.toLocaleString('en')} students with ${shape.courses} courses of ${shape.assignments} assignments each; 16 connections at once, ${seconds} s each, alternating. The baseline reads the page's precomputed rows with one prepared statement. PostgreSQL may take at most 1.0 ms per call.`,
    '',
    ...peersTable(measured).map((line) =>
      line.replaceAll('the loop', 'the baseline').replaceAll('loop,', 'baseline,'),
    ),
    '',
    `PostgreSQL’s time grows with the students (${sizes.join(', ')}) with an exponent of at most 0.05: ${growth.join('; ')}.`,
    '',
    ...readings,
  ];
  for (const line of lines) print(line);
  await writeFigures(
    'studies-courses',
    'Courses',
    lines,
    'npm run bench -- studies --parts courses',
  );
};
