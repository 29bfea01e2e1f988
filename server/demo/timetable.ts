import type { BulkTransaction, BulkRow } from '#server/kernel/database/bulk.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { dateText, day, startOfDay, weekdayOf } from '#server/kernel/time/local-time.ts';
import { newClientId } from '#contract/client-id.ts';
import { upsertOffer, replaceKinds } from '#server/features/booking/booking.queries.ts';
import { insertOffice, replacePeople } from '#server/features/booking/offices/offices.queries.ts';
import {
  mergeCourses,
  mergeMeetings,
  mergeMembers,
  mergeSections,
  mergeTerms,
  upsertFed,
} from '#server/features/courses/import/merge-courses.queries.ts';
import {
  analyzeStagedCourses,
  createStagedCourses,
  stagedTable,
  type CourseList,
} from '#server/features/courses/import/staged-courses.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { updatePerson } from '#server/features/people/people.queries.ts';
import { updatePersonStatus } from '#server/features/people/privacy/privacy.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { addCourseWork } from './course-work.ts';
import type { DemoPerson } from './crowd.ts';
import { demoZone } from './demo-zone.ts';

/** Invented courses by subject: number, title, and whether they have a lab. */
const catalogue = [
  [
    'ENV',
    'Environmental Science',
    [
      '101 Earth as a System',
      '120 Soils and Rivers +',
      '205 Hydrology +',
      '231 Urban Climate',
      '310 Mapping Flood Plains +',
      '340 Policy for Shared Water',
    ],
  ],
  [
    'CS',
    'Computer Science',
    [
      '101 Programs and Data +',
      '140 How Networks Talk',
      '201 Structures and Searches +',
      '233 Interfaces People Keep',
      '310 Systems that Survive +',
      '355 Learning from Data',
    ],
  ],
  [
    'POL',
    'Political Science',
    [
      '101 Power and Rules',
      '150 How Cities Decide',
      '212 Comparing Constitutions',
      '245 Budgets in Public',
      '330 Negotiation Workshop',
    ],
  ],
  [
    'MATH',
    'Mathematics',
    [
      '110 Calculus One',
      '111 Calculus Two',
      '140 Linear Algebra',
      '220 Statistics I',
      '221 Statistics II',
      '305 Chance and Models',
    ],
  ],
  [
    'BIO',
    'Biology',
    [
      '101 Cells and Organisms +',
      '130 Ecology in the Field +',
      '220 Genetics +',
      '315 Microbes and Us +',
    ],
  ],
  [
    'CHEM',
    'Chemistry',
    ['101 General Chemistry +', '210 Organic Reactions +', '240 Chemistry of Materials'],
  ],
  [
    'PHYS',
    'Physics',
    ['101 Motion and Heat +', '102 Light and Fields +', '230 Quantum Beginnings'],
  ],
  [
    'ECON',
    'Economics',
    [
      '101 Markets and Choices',
      '102 Money and Nations',
      '215 Firms and Games',
      '260 Data for Economists',
    ],
  ],
  [
    'ART',
    'Art and Design',
    ['105 Drawing from Life', '150 Color and Print', '230 Objects that Work +'],
  ],
  ['HIST', 'History', ['110 Trade and Empire', '160 A History of Rivers', '225 Cities after Dark']],
  [
    'LIT',
    'Literature',
    ['101 Reading Closely', '140 Stories of Migration', '235 Writing for Strangers'],
  ],
  ['MUS', 'Music', ['101 Hearing Harmony', '210 Ensemble Workshop']],
  [
    'PSY',
    'Psychology',
    ['101 Mind and Behavior', '205 Memory and Mistakes', '240 Groups and Leaders'],
  ],
  [
    'ENG',
    'Engineering',
    [
      '101 Making and Breaking +',
      '215 Structures under Load +',
      '240 Circuits +',
      '330 Energy Systems',
    ],
  ],
] as const;

/** Demo University's buildings. */
const buildings = ['Linden', 'Hawthorn', 'Mill Hall', 'Observatory', 'Quad North', 'Harbor'];
/** Start times of lectures by weekday pattern, with lengths of 75 or 50 minutes. */
const patterns = [
  {
    days: ['1', '3', '5'],
    minutes: 50,
    starts: ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'],
  },
  { days: ['2', '4'], minutes: 75, starts: ['08:30', '10:00', '11:30', '13:00', '14:30', '16:00'] },
] as const;
/** A different seed produces other timetables. */
const seed = 70_150;
const coursesEach = 5;
const isTeacher = (person: DemoPerson) => person.account_type === 'Faculty';
const isStudent = (person: DemoPerson) =>
  person.account_type === 'Student' || person.account_type === 'Graduate Student';

interface Section {
  readonly code: string;
  readonly course: string;
  readonly subject: string;
  readonly level: number;
  readonly number: string;
  readonly hasLab: boolean;
  /** Meeting times as slots, of which a person can use each only once. */
  readonly slots: readonly string[];
}

const plus = (time: string, minutes: number): string => {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const all = hours * 60 + rest + minutes;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
};

/** Returns the current term. It started at the end of summer or after New Year, on a Monday, so that there are always classes. */
const termAt = (now: Date) => {
  const monday = startOfDay(now.getTime()) - weekdayOf(now.getTime()) * day;
  const start = monday - 10 * 7 * day;
  const end = start + 17 * 7 * day - 3 * day;
  // Two days off in the week after next.
  const holidays = [monday + 17 * day, monday + 18 * day].map(dateText);
  const began = new Date(start);
  const month = began.getUTCMonth();
  const name = `${month < 5 ? 'Spring' : month < 7 ? 'Summer' : 'Fall'} ${String(began.getUTCFullYear())}`;
  return { code: `term-${dateText(start)}`, name, start, end, holidays };
};

/** Creates sections with their meetings. Each course has two at different times. */
const drawSections = (chance: RandomSource, term: ReturnType<typeof termAt>) => {
  const courses: BulkRow[] = [];
  const sections: BulkRow[] = [];
  const meetings: BulkRow[] = [];
  const all: Section[] = [];
  const room = () =>
    `${chance.pick(buildings)} ${String(chance.below(4) + 1)}${String(chance.below(20)).padStart(2, '0')}`;
  for (const [subject, , titles] of catalogue)
    for (const text of titles) {
      const [number = '', ...words] = text.replace(/ \+$/, '').split(' ');
      const hasLab = text.endsWith('+');
      const course = `${subject.toLowerCase()}-${number}`;
      courses.push([courses.length + 1, course, `${subject} ${number}`, words.join(' ')]);
      for (const part of [1, 2]) {
        const code = `${term.code}-${course}-${part}`;
        const pattern = patterns[(all.length + part) % 2] ?? patterns[0];
        const start = chance.pick(pattern.starts);
        sections.push([sections.length + 1, code, course, term.code, `Section ${part}`]);
        const place = room();
        const meet = (
          name: string,
          kind: string,
          days: readonly string[],
          begins: string,
          minutes: number,
          where: string,
        ) =>
          meetings.push([
            meetings.length + 1,
            code,
            name,
            kind,
            days,
            null,
            begins,
            plus(begins, minutes),
            where,
          ]);
        meet('lecture', 'lecture', pattern.days, start, pattern.minutes, place);
        const slots = pattern.days.map((one) => `${one} ${start}`);
        if (hasLab) {
          const lab = pattern.days[0] === '1' ? '4' : '5';
          meet(
            'lab',
            'lab',
            [lab],
            '17:00',
            110,
            `${chance.pick(buildings)} Lab ${chance.below(6) + 1}`,
          );
          slots.push(`${lab} 17:00`);
        }
        const exam = dateText(term.end + (chance.below(5) - 6) * day);
        meetings.push([
          meetings.length + 1,
          code,
          'exam',
          'exam',
          [],
          exam,
          '09:00',
          '11:00',
          'Great Hall',
        ]);
        all.push({
          code,
          course,
          subject,
          level: Number(number[0] ?? 1),
          number: `${subject} ${number}`,
          hasLab,
          slots,
        });
      }
    }
  return { courses, sections, meetings, all };
};

/** Returns the subject of a major if the catalog has one with that name. */
const subjectOf = (major: unknown): string | undefined =>
  catalogue.find(([, name]) => name === major)?.[0];

/** Enrolls a person in courses: first those of their own subject, without duplicates and conflicts. */
const enroll = (chance: RandomSource, person: DemoPerson, all: readonly Section[]): Section[] => {
  const own = subjectOf(person.major);
  const chosen: Section[] = [];
  for (let tries = 0; chosen.length < coursesEach && tries < 60; tries += 1) {
    const wanted =
      own !== undefined && chosen.length < 3 && tries < 20
        ? all.filter(({ subject }) => subject === own)
        : all;
    const one = chance.pick(wanted);
    const isFree = chosen.every(
      (other) =>
        other.course !== one.course && !other.slots.some((slot) => one.slots.includes(slot)),
    );
    if (isFree) chosen.push(one);
  }
  return chosen;
};

/** Advisors' hours and meeting types. */
const advising = {
  hours: [
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 2, from: '13:00', to: '17:00' },
    { weekday: 3, from: '09:00', to: '12:00' },
    { weekday: 3, from: '13:00', to: '16:30' },
    { weekday: 4, from: '10:00', to: '12:00' },
    { weekday: 5, from: '09:00', to: '11:30' },
  ],
  topics: ['Courses for next term', 'Study abroad', 'Changing my major', 'Something else'],
};

const addAdvisers = async (
  bulk: BulkTransaction,
  school: SchoolId,
  people: readonly DemoPerson[],
  now: Date,
) => {
  // The first ones by email address sign in with the demo password.
  const chosen = people
    .filter((person) => isTeacher(person) && person.is_listed !== false)
    .toSorted((a, b) => (a.username < b.username ? -1 : 1))
    .slice(0, 3);
  const ids = await selectIdsByUsername(
    bulk.db,
    chosen.map(({ username }) => username),
  );
  for (const [index, person] of chosen.entries()) {
    const id = ids.get(person.username);
    if (id === undefined) continue;
    await updatePersonStatus(bulk.db, id, { isAdviser: true }, now);
    await updatePerson(bulk.db, id, { work_title: 'Academic adviser' }, now);
    await upsertOffer(bulk.db, school, id, 0, {
      is_open: true,
      time_zone: demoZone,
      note: 'Bring your plan for next term, or come without one.',
      hours: advising.hours.map((one) => ({
        ...one,
        weekday: ((one.weekday + index - 1) % 5) + 1,
      })),
      exceptions: [],
      notice_minutes: 120,
      cancel_minutes: 120,
      days_ahead: 60,
      daily_limit: null,
      buffer_before: 0,
      buffer_after: 0,
      wait_hours: 2,
    });
    await replaceKinds(
      bulk.db,
      school,
      id,
      [15, 30, 45].map((minutes) => ({
        id: null,
        name: 'Advising',
        minutes,
        location: `Linden 10${index + 1}`,
        link: '',
        questions: [
          { id: 'about', label: 'About', isRequired: true, options: advising.topics },
          { id: 'more', label: 'Anything to know beforehand?', isRequired: false, options: [] },
        ],
        group_size: 1,
        needs_confirmation: false,
      })),
    );
  }
  const admin = (await selectIdsByUsername(bulk.db, ['admin'])).get('admin');
  if (admin === undefined) return;
  const office = await insertOffice(bulk.db, school, {
    name: 'Advising Center',
    note: 'For anything about your studies that can’t wait for your own adviser.',
    isOpen: true,
    kind: {
      name: 'Advising Center',
      minutes: 30,
      location: 'Linden 100',
      link: '',
      questions: [{ id: 'about', label: 'About', isRequired: true, options: advising.topics }],
      needs_confirmation: false,
    },
    by: admin,
    clientId: newClientId(),
  });
  if (office !== undefined) await replacePeople(bulk.db, school, office.id, [...ids.values()]);
};

/** Teaches one of Ana's classes, and signs in with the demo password. */
export const demoTeacher = 'lmorris';

/** Adds a timetable for everyone from invented courses, and advisors with hours. */
export const addTimetable = async (
  bulk: BulkTransaction,
  school: SchoolId,
  people: readonly DemoPerson[],
  now: Date,
): Promise<void> => {
  const chance = createRandomSource(seed);
  const term = termAt(now);
  const { courses, sections, meetings, all } = drawSections(chance, term);
  const members: BulkRow[] = [];
  const teachers = people.filter(isTeacher);
  // One section per teacher while there are enough, so that no one teaches in two places at once.
  for (const [index, section] of all.entries()) {
    const teacher = teachers[index % teachers.length];
    if (teacher !== undefined)
      members.push([members.length + 1, section.code, teacher.username, 'teacher']);
  }
  for (const person of people) {
    if (isTeacher(person)) continue;
    const own = enroll(chance, person, all);
    if (!isStudent(person)) continue;
    for (const { code } of own)
      members.push([members.length + 1, code, person.username, 'student']);
  }
  await createStagedCourses(bulk.db);
  const copy = (list: CourseList, columns: readonly string[], rows: readonly BulkRow[]) =>
    bulk.copyInto(stagedTable(list), ['line', ...columns], rows);
  await copy(
    'terms',
    ['code', 'name', 'starts_on', 'ends_on', 'time_zone', 'holidays'],
    [[1, term.code, term.name, dateText(term.start), dateText(term.end), demoZone, term.holidays]],
  );
  await copy('courses', ['code', 'number', 'title'], courses);
  await copy('sections', ['code', 'course', 'term', 'name'], sections);
  await copy(
    'meetings',
    ['section', 'code', 'kind', 'weekdays', 'date', 'begins', 'ends', 'room'],
    meetings,
  );
  await copy('members', ['section', 'username', 'role'], members);
  await analyzeStagedCourses(bulk.db);
  const { db } = bulk;
  await mergeTerms(db, school, ['name', 'starts_on', 'ends_on', 'time_zone', 'holidays']);
  await mergeCourses(db, school, ['number', 'title']);
  await mergeSections(db, school, ['course', 'term', 'name']);
  await mergeMeetings(db, school, ['kind', 'weekdays', 'date', 'begins', 'ends', 'room']);
  await mergeMembers(db, school, ['role']);
  await upsertFed(db, school, now);
  await addCourseWork({ db, school, now }, all);
  await addAdvisers(bulk, school, people, now);
};
