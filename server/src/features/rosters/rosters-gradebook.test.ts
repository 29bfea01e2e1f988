import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { inScratch, type Content } from '../../../test/import-folder.ts';
import { roster11 } from '../../../test/roster-folder.ts';
import { inWorld } from '../../../test/world.ts';
import { undoImport } from '../imports/journal/undo-import.ts';
import { problemLine } from '../imports/problems.ts';
import { insertSchool } from '../schools/schools.queries.ts';
import { importRoster } from './import-roster.ts';

const world = inWorld();
const { fresh, folder } = inScratch();
const day = 86_400_000;
const on = (days: number) =>
  new Date(world.clock.now().getTime() + days * day).toISOString().slice(0, 10);

const heads = {
  categories: 'sourcedId,status,dateLastModified,title,weight',
  lineItems:
    'sourcedId,status,dateLastModified,title,description,assignDate,dueDate,classSourcedId,categorySourcedId,gradingPeriodSourcedId,resultValueMin,resultValueMax',
  results:
    'sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment,late,missing',
} as const;

const gradebook = (
  mode: 'bulk' | 'delta',
  rows: Partial<Record<keyof typeof heads, string[]>>,
): Content => ({
  'manifest.csv': `propertyName,value\noneroster.version,1.2\n${Object.keys(rows)
    .map((name) => `file.${name},${mode}\n`)
    .join('')}`,
  ...Object.fromEntries(
    Object.entries(rows).map(([name, lines]) => [
      `${name}.csv`,
      `${heads[name as keyof typeof heads]}\n${lines.join('\n')}\n`,
    ]),
  ),
});

test('[EDU-01] imports gradebooks in bulk and as a delta, can undo them, and notifies students of each change once', async () => {
  const school = await insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
  const read = async (content: Content, isDryRun = false) =>
    importRoster({
      pool: world.pool,
      school,
      path: await folder(content),
      now: world.clock.now(),
      isDryRun,
    });
  const ask = (query: string) => world.as(school)(query);
  const work = async () =>
    (
      await ask(`select a.title, a.kind, a.points::float8 as points, a.is_active, r.state, r.score::float8 as score, to_char(a.due_at at time zone t.time_zone, 'HH24:MI:SS') as due
      from course_assignments a join course_sections s on s.id = a.section_id join terms t on t.id = s.term_id
        left join course_results r on r.assignment_id = a.id order by a.title`)
    ).map((row) => Object.values(row));
  const news = async () =>
    (await ask(`select payload from outbox where kind = 'course_news' order by id`)).map(
      ({ payload }) => {
        const { kind, title } = payload as { kind: string; title: string };
        return `${kind} ${title}`;
      },
    );
  const classes = roster11();
  expect(
    (await read({ ...classes, 'manifest.csv': classes['manifest.csv'] ?? '' })).problems,
  ).toEqual([]);
  const first = gradebook('bulk', {
    categories: ['g1,,,Reports,0.6', 'g2,,,Exams,0.4'],
    lineItems: [
      `l1,,,Report 1,,${on(-20)},${on(-10)},k1,g1,t1,0,50`,
      `l2,,,Midterm,,${on(-5)},${on(9)},k1,g2,t1,0,100`,
    ],
    results: [`r1,,,l1,u1,fully graded,42.5,${on(-8)},Well done,false,`],
  });
  expect((await read(first, true)).isStored).toBe(false);
  expect(await work()).toEqual([]);
  const stored = await read(first);
  expect(stored.problems.map(problemLine)).toEqual([]);
  const before = [
    ['Midterm', 'quiz', 100, true, null, null, '23:59:59'],
    ['Report 1', 'assignment', 50, true, 'graded', 42.5, '23:59:59'],
  ];
  expect(await work()).toEqual(before);
  // Students see when the data was imported. A dry run doesn't change that time.
  const fed = async () => (await ask('select imported_at from course_feeds'))[0]?.['imported_at'];
  expect(await fed()).toEqual(world.clock.now());
  // The first gradebook of a school notifies no one.
  expect(await news()).toEqual([]);
  expect((await read(first)).id).toBeNull();
  world.clock.advance(60_000);
  const moment = new Date(world.clock.now()).toISOString();
  const change = gradebook('delta', {
    lineItems: [
      `l2,active,${moment},Midterm,,,${on(12)},k1,g2,t1,0,100`,
      `l3,active,${moment},Report 2,,,${on(14)},k1,g1,t1,0,50`,
    ],
    results: [
      `r1,active,${moment},l1,u1,fully graded,44,${on(0)},Regraded,false,`,
      `r2,active,${moment},l2,u1,submitted,,${on(0)},,false,`,
    ],
  });
  await read(change, true);
  expect(await fed()).not.toEqual(world.clock.now());
  const changed = await read(change);
  expect(await fed()).toEqual(world.clock.now());
  expect(await work()).toEqual([
    ['Midterm', 'quiz', 100, true, 'submitted', null, '23:59:59'],
    ['Report 1', 'assignment', 50, true, 'graded', 44, '23:59:59'],
    ['Report 2', 'assignment', 50, true, null, null, '23:59:59'],
  ]);
  const received = [
    'course_graded Report 1',
    'course_work_added Report 2',
    'course_work_moved Midterm',
  ];
  expect((await news()).toSorted()).toEqual(received);
  await read(change);
  expect((await news()).toSorted()).toEqual(received);
  const undone = await undoImport(world.pool, school, changed.id ?? 0, world.clock.now());
  // The undo restores two line items and results of the roster, and the assignments and grades that came from them.
  expect(undone.restored).toBeGreaterThan(0);
  expect(await work()).toEqual(before);
});

test('[EDU-01] names the lines of bad gradebook rows and stores nothing of the files', async () => {
  const school = await insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
  const read = async (content: Content) =>
    importRoster({ pool: world.pool, school, path: await folder(content), now: world.clock.now() });
  await read(roster11());
  const report = await read(
    gradebook('bulk', {
      lineItems: [`l1,,,Report,,,someday,k1,,t1,0,50`, `l2,,,Report,,,${on(3)},k9,,t1,0,many`],
      results: [`r1,,,l9,u1,passed,12,${on(0)},,maybe,`],
    }),
  );
  expect(report.isStored).toBe(false);
  expect(report.problems.map(problemLine).join('\n')).toMatch(
    /lineItems\.csv.*2.*dueDate[^]*lineItems\.csv.*3.*resultValueMax[^]*results\.csv.*2.*scoreStatus/,
  );
});

test('[EDU-01] counts zeros for missing work, ignores ended results, dates later grades, and notifies of thousands', async () => {
  const school = await insertSchool(world.pool, { code: basename(fresh()), name: 'New school' });
  const read = async (content: Content) =>
    importRoster({ pool: world.pool, school, path: await folder(content), now: world.clock.now() });
  await read(roster11());
  const items = [1, 2, 3].map((n) => `l${n},,,Report ${n},,,${on(-n)},k1,,t1,0,50`);
  await read(
    gradebook('bulk', {
      lineItems: items,
      results: [
        `r1,,,l1,u1,not submitted,,${on(-1)},,false,true`,
        `r2,,,l2,u1,fully graded,40,${on(-2)},,false,false`,
      ],
    }),
  );
  const results = async () =>
    (
      await world.as(school)(
        `select a.title, r.state, r.score::float8 as score, r.arrived_at from course_results r
          join course_assignments a on a.id = r.assignment_id order by a.title`,
      )
    ).map((row) => Object.values(row));
  expect(await results()).toEqual([
    ['Report 1', 'missing', null, null],
    ['Report 2', 'graded', 40, null],
  ]);
  world.clock.advance(60_000);
  const now = world.clock.now();
  // The roster then has the zero, without one result, and with a new one, together with a year's results.
  const many = Array.from(
    { length: 2_050 },
    (_, n) => `m${n},,,Exercise ${n},,,${on(20)},k1,,t1,0,10`,
  );
  await read(
    gradebook('bulk', {
      lineItems: [...items, ...many],
      results: [
        `r1,,,l1,u1,fully graded,0,${on(-1)},,false,true`,
        `r3,,,l3,u1,fully graded,30,${on(-9)},,false,false`,
      ],
    }),
  );
  expect(await results()).toEqual([
    ['Report 1', 'graded', 0, now],
    ['Report 2', null, null, now],
    ['Report 3', 'graded', 30, now],
  ]);
  const news = await world.as(school)(
    `select payload ->> 'kind' as kind, count(*)::int as n from outbox where kind = 'course_news' group by 1 order by 1`,
  );
  expect(news.map((row) => Object.values(row))).toEqual([
    ['course_graded', 2],
    ['course_work_added', 2_050],
  ]);
});
