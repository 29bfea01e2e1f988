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

/** The compared fields of an LMS course. */
export type MatchableCourse = Pick<
  LmsCourse,
  'id' | 'title' | 'number' | 'schoolCode' | 'startsAt' | 'endsAt'
>;

const marks = /[^\p{L}\p{N}]+/gu;
const plain = (text: string): string => text.toLowerCase().replace(marks, '');

/**
 * Returns whether the name of an LMS course starts with the number of a course in any usual format: `CHEM 101`, `CHEM-101-001 F26` and
 * `chem101: Chemistry` are CHEM 101, but `CHEM 1010` and `CHEM 101L` aren't.
 */
export const beginsWithNumber = (text: string, number: string): boolean => {
  const wanted = plain(number);
  if (wanted === '') return false;
  // Find the part of the text, split at punctuation, where the number ends.
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

/** Returns how likely they are the same; 0 if they aren't. */
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
 * Matches courses to sections: by the person's choice, otherwise by code, number and dates, most likely first. A section matches at most
 * one course. `joins`: the stored matches, from which missing courses are dropped.
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
 * Matches a person's courses to the school's sections, and stores changes. `said`: the person's choice for one of them. Locks, so that
 * simultaneous calls for the same person wait.
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
