import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Content } from '../../../test/import-folder.ts';
import { effort } from '../../../test/effort.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { importRoster } from '../rosters/import-roster.ts';
import { exportCampus } from './export/export-campus.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const files = ['terms', 'courses', 'sections', 'meetings', 'section-members'];
const { fresh, folder, newSchool, bring, stored, undo, exported, rowsOf } = inImports(world, files);
const tables = ['terms', 'courses', 'course_sections', 'section_meetings', 'section_members'];
/** Returns every row of a school that course lists can change, without the times of changes. */
const everything = (school: SchoolId) => rowsOf(school, ['users', ...tables], 'updated_at');

const courses: Content = {
  'people.csv': 'username,firstName\nana,Ana\nben,Ben\ncy,Cy\n',
  'terms.csv':
    'code,name,start,end,timeZone,holidays\nf26,Fall 2026,2026-09-02,2026-12-11,america/new_york,2026-11-26|2026-11-27\ns27,,2027-01-20,2027-05-14,,\n',
  'courses.csv':
    'code,number,title,description\nchem,CHEM 101,"Chemistry, I","With a ""lab"""\n=SUM,=SUM,,\n',
  'sections.csv':
    'code,course,term,name,isActive\nchem-1,chem,f26,Lecture 1,\nchem-x,chem,s27,,no\n',
  'meetings.csv':
    'section,meeting,kind,days,date,start,end,from,until,every,except,room\n' +
    'chem-1,1,,mo|we,,09:30,10:50,,,,2026-10-12,5-233\n' +
    'chem-1,lab,lab,FR,,9:00,24:00,2026-09-14,2026-10-30,2,,\n' +
    'chem-1,final,exam,,2026-12-15,13:00,16:00,,,,,Gym\n',
  'section-members.csv':
    'section,username,role,status\nchem-1,ana,,\nchem-1,ben,teacher,\nchem-1,cy,,dropped\n',
};

describe('[SCHED-01] importing courses', () => {
  test('stores nothing as a dry run, changes nothing when repeated, and round-trips through an export', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const expected = {
      terms: { added: 2, changed: 0 },
      courses: { added: 2, changed: 0 },
      sections: { added: 2, changed: 0 },
      meetings: { added: 3, changed: 0 },
      sectionMembers: { added: 3, changed: 0 },
      problemTotal: 0,
    };
    expect(await bring(school, courses, { isDryRun: true })).toMatchObject({
      ...expected,
      isStored: false,
    });
    expect(await everything(school)).toEqual(nothing);
    expect(await stored(school, courses)).toMatchObject({ ...expected, isStored: true });
    const once = await everything(school);
    expect(await world.as(school)('select imported_at from course_feeds')).toHaveLength(1);
    expect(await stored(school, courses)).toMatchObject({
      id: null,
      terms: { added: 0, changed: 0, unchanged: 2 },
      meetings: { added: 0, changed: 0, unchanged: 3 },
      sectionMembers: { added: 0, changed: 0, unchanged: 3 },
    });
    expect(await everything(school)).toEqual(once);

    const one = await exported(school);
    expect(one.texts['terms']).toContain(
      'f26,Fall 2026,2026-09-02,2026-12-11,America/New_York,2026-11-26|2026-11-27',
    );
    expect(one.texts['meetings']).toContain(
      'chem-1,lab,lab,FR,,09:00,24:00,2026-09-14,2026-10-30,2,,',
    );
    // For spreadsheet programs text that begins like a formula gets an apostrophe.
    const sheets = fresh();
    const parts = { pool: world.pool, files: world.files, school, folder: sheets };
    expect(await exportCampus({ ...parts, isForSpreadsheets: true })).toMatchObject({ courses: 4 });
    expect(await readFile(join(sheets, 'courses.csv'), 'utf8')).toContain("'=SUM,'=SUM");
    const other = await newSchool();
    expect((await bring(other, one.to)).problems.map(problemLine)).toEqual([]);
    expect((await exported(other)).texts).toEqual(one.texts);
  });

  test(
    'can be undone exactly, but only after later imports of the same rows',
    { tags: 'soak' },
    async () => {
      const school = await newSchool();
      const empty = await everything(school);
      const first = await stored(school, courses);
      const before = await everything(school);
      const second = await stored(school, {
        'terms.csv': 'code,holidays\nf26,2026-11-25\n',
        'courses.csv': 'code,title\nchem,Chemistry\n',
        'meetings.csv':
          'section,meeting,days,start,end\nchem-1,1,TU,08:00,09:00\nchem-x,1,MO,08:00,09:00\n',
        'section-members.csv': 'section,username,status\nchem-1,ana,dropped\nchem-x,ana,\n',
      });
      expect(second).toMatchObject({
        terms: { changed: 1 },
        courses: { changed: 1 },
        meetings: { added: 1, changed: 1 },
        sectionMembers: { added: 1, changed: 1 },
      });
      await expect(undo(school, first.id)).rejects.toThrow(/undo it first/);
      await undo(school, second.id);
      expect(await everything(school)).toEqual(before);
      await undo(school, first.id);
      expect(await everything(school)).toEqual(empty);
    },
  );

  test('names bad rows by line and reason, and stores nothing', async () => {
    const school = await newSchool();
    const report = await bring(school, {
      'people.csv': 'username,firstName\nana,Ana\n',
      'terms.csv':
        'code,start,end,timeZone,holidays\nf,2026-09-01,2026-08-01,Mars/Base,\ng,2026-02-30,,,tomorrow\nf,2026-09-01,2026-12-01,,\n',
      'sections.csv': 'code,course,term\na,nope,f\nb,,\n',
      'meetings.csv':
        'section,meeting,days,date,start,end\na,1,MO,,10:00,09:00\na,2,,,10:00,11:00\nzz,1,MO,,10:00,25:00\na,3,XX,,10:00,11:00\n',
      'section-members.csv': 'section,username,role\na,nobody,\na,ana,boss\na,ana,\n',
    });
    expect(report.isStored).toBe(false);
    const lines = report.problems.map(problemLine).join('\n');
    for (const line of [
      'terms.csv, line 2, column end: lies before the start',
      'terms.csv, line 2, column timeZone: is not a time zone such as America/New_York',
      'terms.csv, line 3, column start: is not a day such as 2026-09-01',
      'terms.csv, line 3, column holidays: is not a list of days',
      'terms.csv, line 4, column code: is already in line 2',
      "sections.csv, line 2, column course: no course has the code 'nope'",
      'sections.csv, line 3, column course: a new section needs a course and a term',
      'meetings.csv, line 2, column end: is not after the start',
      'meetings.csv, line 3, column days: a new meeting needs days of the week or a date',
      "meetings.csv, line 4, column section: no section has the code 'zz'",
      'meetings.csv, line 4, column end: is not a time such as 09:30',
      'meetings.csv, line 5, column days: is not a list of days such as MO|WE',
      "section-members.csv, line 2, column username: no one has the username 'nobody'",
      'section-members.csv, line 3, column role: is none of student, teacher, assistant',
      'section-members.csv, line 4, column username: is already in line 3',
    ])
      expect(lines).toContain(line);
    expect(await world.as(school)('select from terms')).toEqual([]);
  });

  test('adds meetings to the sections of a roster, and keeps members that a later roster omits as dropped', async () => {
    const school = await newSchool();
    const roster = (enrollments: string): Content => ({
      'orgs.csv': 'sourcedId,name,type\no1,School,school\n',
      'academicSessions.csv':
        'sourcedId,title,type,startDate,endDate,schoolYear\ny,Year,schoolYear,2026-09-01,2027-06-30,2027\nt,Fall,term,2026-09-01,2026-12-18,2027\n',
      'courses.csv': 'sourcedId,title,courseCode,orgSourcedId\nc1,Algebra,MATH 1,o1\n',
      'classes.csv':
        'sourcedId,title,courseSourcedId,classCode,classType,schoolSourcedId,termSourcedIds\nk1,Algebra A,c1,A,scheduled,o1,"t,y"\n',
      'users.csv':
        'sourcedId,enabledUser,orgSourcedIds,role,username,givenName,familyName\nu1,true,o1,student,una,Una,One\nu2,true,o1,teacher,tea,Tea,Two\n',
      'enrollments.csv': `sourcedId,classSourcedId,schoolSourcedId,userSourcedId,role\n${enrollments}`,
    });
    const read = async (content: Content) => {
      const report = await importRoster({
        pool: world.pool,
        school,
        path: await folder(content),
        now: world.clock.now(),
      });
      expect(report.problems.map(problemLine)).toEqual([]);
      return report;
    };
    const { id } = await read(roster('e1,k1,o1,u1,student\ne2,k1,o1,u2,teacher\n'));
    await stored(school, {
      'meetings.csv': 'section,meeting,days,start,end\nk1,1,MO,10:00,11:00\n',
    });
    const { texts } = await exported(school);
    expect(texts['terms']).toContain('t,Fall,2026-09-01,2026-12-18,UTC,');
    expect(texts['sections']).toContain('k1,c1,t,A,yes');
    expect(texts['section-members']).toContain(
      'k1,tea,teacher,active\r\nk1,una,student,active'.replace('\r', ''),
    );
    await read(roster('e2,k1,o1,u2,teacher\n'));
    expect((await exported(school)).texts['section-members']).toContain('k1,una,student,dropped');
    await expect(undo(school, id)).rejects.toThrow(/undo it first/);

    // Some systems write no list of courses. A course then has the name of its class.
    const { 'courses.csv': _, ...rest } = roster('e1,k1,o1,u1,student\n');
    const bare = await newSchool();
    const report = await importRoster({
      pool: world.pool,
      school: bare,
      path: await folder(rest),
      now: world.clock.now(),
    });
    expect(report.problems.map(problemLine)).toEqual([]);
    const { texts: found } = await exported(bare);
    expect(found['courses']).toContain('c1,Algebra A,Algebra A');
    expect(found['section-members']).toContain('k1,una,student,active');
  });
});

const campus = '/work/shared/data/courses/mit/dev/f25';
const campusThere = existsSync(join(campus, 'sections.csv.gz'));
if (!campusThere)
  console.warn(`[SCHED-01] ${campus} is not there; its 4,813 meetings are not imported.`);

const termPeople = effort({ quick: 640, full: 6_440 });

test.skipIf(!campusThere)(
  `[SCHED-01] imports a real term of 4,813 meetings with ${termPeople} people in its sections`,
  { tags: 'soak', timeout: 180_000 },
  async () => {
    const read = async (name: string) =>
      parse(gunzipSync(await readFile(join(campus, name))), { columns: true }) as Record<
        string,
        string
      >[];
    const term = JSON.parse(await readFile(join(campus, 'term.json'), 'utf8')) as {
      startDate: string;
      endDate: string;
      holidayDates: string[];
    };
    const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
    const rows = await read('sections.csv.gz');
    const sectionOf = ({ number, kind, section }: Record<string, string>) =>
      `${number ?? ''} ${kind ?? ''} ${section ?? ''}`;
    const sections = [...new Map(rows.map((row) => [sectionOf(row), row])).entries()];
    const kindOf = (kind = '') =>
      ['lecture', 'recitation', 'lab', 'seminar', 'studio'].includes(kind) ? kind : 'other';
    const places = new Map<string, number>();
    const meetings = rows.map((row) => {
      const section = sectionOf(row);
      const place = (places.get(section) ?? 0) + 1;
      places.set(section, place);
      return `${quoted(section)},${place},${kindOf(row['kind'])},${row['day'] ?? ''},${row['start'] ?? ''},${row['end'] ?? ''},${quoted(row['room'])}\n`;
    });
    const people = Array.from({ length: termPeople }, (_, n) => `p${n}`);
    const members = people.flatMap((person, n) =>
      Array.from(
        { length: 5 },
        (_, k) => sections[(n * 7 + k * 577) % sections.length]?.[0] ?? '',
      ).map((section) => `${quoted(section)},${person}\n`),
    );
    const courseNames = new Map(
      (await read('courses.csv.gz')).map((row) => [row['number'], row['name']]),
    );
    for (const { number } of rows) if (!courseNames.has(number)) courseNames.set(number, number);
    const school = await newSchool();
    const since = performance.now();
    const report = await stored(school, {
      'people.csv': `username,firstName\n${people.map((person) => `${person},${person}\n`).join('')}`,
      'terms.csv': `code,start,end,timeZone,holidays\nf25,${term.startDate},${term.endDate},America/New_York,${term.holidayDates.join('|')}\n`,
      'courses.csv': `code,title\n${[...courseNames].map(([number, name]) => `${quoted(number)},${quoted(name)}\n`).join('')}`,
      'sections.csv': `code,course,term\n${sections.map(([code, row]) => `${quoted(code)},${quoted(row['number'])},f25\n`).join('')}`,
      'meetings.csv': `section,meeting,kind,days,start,end,room\n${meetings.join('')}`,
      'section-members.csv': `section,username\n${members.join('')}`,
    });
    const seconds = (performance.now() - since) / 1_000;
    expect(report).toMatchObject({
      people: { added: termPeople },
      sections: { added: sections.length },
      meetings: { added: 4_813 },
      sectionMembers: { added: termPeople * 5 },
    });
    // This limit detects a sequential scan of the tables. It isn't a performance target.
    expect(seconds).toBeLessThan(60);
    const once = await exported(school);
    const other = await newSchool();
    expect((await bring(other, once.to)).problemTotal).toBe(0);
    expect((await exported(other)).texts).toEqual(once.texts);
    await undo(school, report.id);
    for (const table of ['users', ...tables])
      expect(await world.as(school)(`select from ${table} limit 1`)).toEqual([]);
  },
);
