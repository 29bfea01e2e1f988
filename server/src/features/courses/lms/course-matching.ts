import type { LmsCourse } from './connector.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import {
  lockGrant,
  replaceJoins,
  selectJoins,
  selectMatchable,
  type JoinRow,
  type MatchableRow,
} from './lms.queries.ts';

/** What is compared of a course of the learning system. */
export type MatchableCourse = Pick<
  LmsCourse,
  'id' | 'title' | 'number' | 'schoolCode' | 'startsAt' | 'endsAt'
>;

const marks = /[^\p{L}\p{N}]+/gu;
const plain = (text: string): string => text.toLowerCase().replace(marks, '');

/**
 * Whether a course there begins with the number of one here, written as people write them: `CHEM 101`, `CHEM-101-001 F26` and
 * `chem101: Chemistry` are CHEM 101; `CHEM 1010` and `CHEM 101L` are not.
 */
export const beginsWithNumber = (text: string, number: string): boolean => {
  const wanted = plain(number);
  if (wanted === '') return false;
  // Up to which part of the text, split where it has marks, the number goes.
  let joined = '';
  for (const part of text.toLowerCase().split(marks)) {
    joined += part;
    if (joined === wanted) return true;
    if (!wanted.startsWith(joined)) return false;
  }
  return false;
};

const overlaps = ({ startsAt, endsAt }: MatchableCourse, section: MatchableRow): boolean =>
  (startsAt === null || startsAt.slice(0, 10) <= section.ends_on) &&
  (endsAt === null || endsAt.slice(0, 10) >= section.starts_on);

/** How surely they are the same; 0: they are not. */
const likeness = (course: MatchableCourse, section: MatchableRow): number => {
  if (course.schoolCode !== null)
    return course.schoolCode === section.code
      ? 4
      : course.schoolCode === section.course_code
        ? 3
        : 0;
  if (!overlaps(course, section)) return 0;
  if (
    !beginsWithNumber(course.number, section.number) &&
    !beginsWithNumber(course.title, section.number)
  )
    return 0;
  const words = `${course.number} ${course.title}`.toLowerCase().split(marks);
  return section.name !== null && words.includes(section.name.toLowerCase()) ? 2 : 1;
};

/**
 * Which section each course is: as the person said, else by code, number and dates, the surest first. Each section is one course at most.
 * `joins`: what is stored; courses that are gone fall out of it.
 */
export const matchCourses = (
  courses: readonly MatchableCourse[],
  sections: readonly MatchableRow[],
  joins: readonly JoinRow[],
): JoinRow[] => {
  const there = new Set(courses.map(({ id }) => id));
  const here = new Set(sections.map(({ id }) => id));
  const said = joins.filter(
    ({ course, section, is_manual: isByHand }) =>
      isByHand && there.has(course) && (section === null || here.has(section)),
  );
  const taken = new Set(said.map(({ section }) => section));
  const joined = new Set(said.map(({ course }) => course));
  const pairs = courses
    .filter(({ id }) => !joined.has(id))
    .flatMap((course) =>
      sections.map((section) => ({ course, section, likeness: likeness(course, section) })),
    )
    .filter((pair) => pair.likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness);
  const found: JoinRow[] = [];
  for (const { course, section } of pairs) {
    if (joined.has(course.id) || taken.has(section.id)) continue;
    joined.add(course.id);
    taken.add(section.id);
    found.push({ course: course.id, section: section.id, is_manual: false });
  }
  return [...said, ...found];
};

const isSame = (some: readonly JoinRow[], others: readonly JoinRow[]): boolean =>
  some.length === others.length &&
  some.every((one) =>
    others.some(
      (other) =>
        other.course === one.course &&
        other.section === one.section &&
        other.is_manual === one.is_manual,
    ),
  );

/**
 * Works out which of the school's sections somebody's courses are, and stores it where it has changed. `said`: what the person says of one of them now. Others
 * who do this for the same person wait.
 */
export const storeJoins = async (
  db: Db,
  school: SchoolId,
  user: number,
  courses: readonly MatchableCourse[],
  said?: Omit<JoinRow, 'is_manual'>,
): Promise<void> => {
  await lockGrant(db, user);
  const [sections, stored] = await Promise.all([selectMatchable(db, user), selectJoins(db, user)]);
  const joins =
    said === undefined
      ? stored
      : [
          ...stored.filter(
            ({ course, section }) =>
              course !== said.course && (said.section === null || section !== said.section),
          ),
          { ...said, is_manual: true },
        ];
  const found = matchCourses(courses, sections, joins);
  if (!isSame(found, stored)) await replaceJoins(db, school, user, found);
};
