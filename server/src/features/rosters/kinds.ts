import {
  day,
  dayOrMoment,
  email,
  line,
  list,
  longText,
  number,
  oneOf,
  sourcedId,
  text,
  parseBoolean,
  year,
  type Parse,
} from './cells.ts';

export type Version = '1.1' | '1.2';
export type KindName =
  | 'orgs'
  | 'academicSessions'
  | 'courses'
  | 'classes'
  | 'users'
  | 'roles'
  | 'demographics'
  | 'enrollments'
  | 'categories'
  | 'lineItems'
  | 'results';

/** A column of a file. */
export interface Field {
  readonly name: string;
  /** The column of the table. */
  readonly column: string;
  readonly type: 'text' | 'text[]' | 'boolean' | 'date' | 'int' | 'float8';
  readonly parse: Parse;
  readonly isRequired?: boolean;
  /** The column that replaces this required one if it is empty. */
  readonly standIn?: string;
  /** A note for the operator if this required column is empty and the row is accepted. */
  readonly whenEmpty?: string;
  /** The only version that has this column. */
  readonly only?: Version;
  /**
   * The type of file that the ids refer to. An unknown id is an error, or only a note if `isLoose` is true, because a
   * school's roster can leave out the organizations above it.
   */
  readonly names?: { readonly kind: KindName; readonly isLoose?: boolean };
}

/** A OneRoster file that is stored. */
export interface Kind {
  readonly name: KindName;
  readonly table: string;
  /** The columns in the order of the specification, after sourcedId, status and dateLastModified. */
  readonly fields: readonly Field[];
  /** The columns of the first and last day. The first can't be after the last. */
  readonly span?: readonly [string, string];
}

const types = new Map<Parse, Field['type']>([
  [list, 'text[]'],
  [parseBoolean, 'boolean'],
  [day, 'date'],
  [year, 'int'],
  [number, 'float8'],
]);
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const field = (name: string, parse: Parse, more: Partial<Field> = {}): Field => ({
  name,
  column: snake(name),
  type: types.get(parse) ?? 'text',
  parse,
  ...more,
});
const required = { isRequired: true } as const;
const to = (kind: KindName) => ({ names: { kind } }) as const;
const loosely = (kind: KindName) => ({ names: { kind, isLoose: true } }) as const;

/** The roles of both versions, and `faculty`, which many systems write. */
const userRoles = [
  'administrator',
  'aide',
  'counselor',
  'districtAdministrator',
  'faculty',
  'guardian',
  'parent',
  'principal',
  'proctor',
  'relative',
  'siteAdministrator',
  'student',
  'systemAdministrator',
  'teacher',
];

/** The stored files in the order in which they are read: files come before those that refer to them. */
export const kinds: readonly Kind[] = [
  {
    name: 'orgs',
    table: 'roster_orgs',
    fields: [
      field('name', text, required),
      field(
        'type',
        oneOf('department', 'school', 'district', 'local', 'state', 'national'),
        required,
      ),
      field('identifier', text),
      field('parentSourcedId', sourcedId, loosely('orgs')),
    ],
  },
  {
    name: 'academicSessions',
    table: 'roster_academic_sessions',
    span: ['startDate', 'endDate'],
    fields: [
      field('title', text, required),
      field('type', oneOf('gradingPeriod', 'semester', 'schoolYear', 'term'), required),
      field('startDate', day, required),
      field('endDate', day, required),
      field('parentSourcedId', sourcedId, loosely('academicSessions')),
      field('schoolYear', year, required),
    ],
  },
  {
    name: 'courses',
    table: 'roster_courses',
    fields: [
      field('schoolYearSourcedId', sourcedId, to('academicSessions')),
      // Some catalogs have courses with a number and no title.
      field('title', text, { ...required, standIn: 'courseCode' }),
      field('courseCode', text),
      field('grades', list),
      field('orgSourcedId', sourcedId, { ...required, ...to('orgs') }),
      field('subjects', list),
      field('subjectCodes', list),
    ],
  },
  {
    name: 'classes',
    table: 'roster_classes',
    fields: [
      field('title', text, required),
      field('grades', list),
      field('courseSourcedId', sourcedId, { ...required, ...to('courses') }),
      field('classCode', text),
      field('classType', oneOf('homeroom', 'scheduled'), required),
      field('location', text),
      field('schoolSourcedId', sourcedId, { ...required, ...to('orgs') }),
      field('termSourcedIds', list, { ...required, ...to('academicSessions') }),
      field('subjects', list),
      field('subjectCodes', list),
      field('periods', list),
    ],
  },
  {
    // The specification's column `password` is never read.
    name: 'users',
    table: 'roster_users',
    fields: [
      field('enabledUser', parseBoolean, { ...required, column: 'is_enabled' }),
      field('orgSourcedIds', list, { ...required, ...to('orgs'), only: '1.1' }),
      field('role', oneOf(...userRoles), { ...required, only: '1.1' }),
      field('username', line, required),
      field('userIds', list),
      field('givenName', line, required),
      // Some people have only one name, and systems put it in different columns.
      field('familyName', line, {
        ...required,
        whenEmpty: 'is empty; only the given name was used',
      }),
      field('middleName', line),
      field('identifier', text),
      field('email', email),
      field('sms', line),
      field('phone', line),
      field('agentSourcedIds', list, loosely('users')),
      field('grades', list),
      field('userMasterIdentifier', text, { only: '1.2' }),
      field('resourceSourcedIds', list, { only: '1.2' }),
      field('preferredGivenName', line, { only: '1.2' }),
      field('preferredMiddleName', line, { only: '1.2' }),
      field('preferredFamilyName', line, { only: '1.2' }),
      field('primaryOrgSourcedId', sourcedId, { ...to('orgs'), only: '1.2' }),
      field('pronouns', line, { only: '1.2' }),
    ],
  },
  {
    name: 'roles',
    table: 'roster_roles',
    span: ['beginDate', 'endDate'],
    fields: [
      field('userSourcedId', sourcedId, { ...required, ...to('users') }),
      field('roleType', oneOf('primary', 'secondary'), required),
      field('role', oneOf(...userRoles), required),
      field('beginDate', day),
      field('endDate', day),
      field('orgSourcedId', sourcedId, { ...required, ...to('orgs') }),
      field('userProfileSourcedId', sourcedId),
    ],
  },
  {
    name: 'demographics',
    table: 'roster_demographics',
    fields: [
      field('birthDate', day),
      field('sex', oneOf('male', 'female', 'unspecified', 'other')),
      field('americanIndianOrAlaskaNative', parseBoolean),
      field('asian', parseBoolean),
      field('blackOrAfricanAmerican', parseBoolean),
      field('nativeHawaiianOrOtherPacificIslander', parseBoolean),
      field('white', parseBoolean),
      field('demographicRaceTwoOrMoreRaces', parseBoolean, { column: 'two_or_more_races' }),
      field('hispanicOrLatinoEthnicity', parseBoolean, { column: 'hispanic_or_latino' }),
      field('countryOfBirthCode', text, { column: 'country_of_birth' }),
      field('stateOfBirthAbbreviation', text, { column: 'state_of_birth' }),
      field('cityOfBirth', text),
      field('publicSchoolResidenceStatus', text),
    ],
  },
  {
    name: 'enrollments',
    table: 'roster_enrollments',
    span: ['beginDate', 'endDate'],
    fields: [
      field('classSourcedId', sourcedId, { ...required, ...to('classes') }),
      field('schoolSourcedId', sourcedId, { ...required, ...to('orgs') }),
      field('userSourcedId', sourcedId, { ...required, ...to('users') }),
      field('role', oneOf('administrator', 'aide', 'proctor', 'student', 'teacher'), required),
      field('primary', parseBoolean, { column: 'is_primary' }),
      field('beginDate', day),
      field('endDate', day),
    ],
  },
  {
    // The gradebook (CSV binding, sections 4.5, 4.9 and 4.12 of 1.1; weights, late and missing are from 1.2).
    name: 'categories',
    table: 'roster_categories',
    fields: [field('title', text, required), field('weight', number, { only: '1.2' })],
  },
  {
    name: 'lineItems',
    table: 'roster_line_items',
    fields: [
      field('title', text, required),
      field('description', longText),
      field('assignDate', dayOrMoment),
      field('dueDate', dayOrMoment),
      field('classSourcedId', sourcedId, { ...required, ...to('classes') }),
      field('categorySourcedId', sourcedId, to('categories')),
      field('gradingPeriodSourcedId', sourcedId, loosely('academicSessions')),
      field('academicSessionSourcedId', sourcedId, {
        ...loosely('academicSessions'),
        only: '1.2',
      }),
      field('schoolSourcedId', sourcedId, { ...loosely('orgs'), only: '1.2' }),
      field('resultValueMin', number),
      field('resultValueMax', number),
    ],
  },
  {
    name: 'results',
    table: 'roster_results',
    fields: [
      field('lineItemSourcedId', sourcedId, { ...required, ...to('lineItems') }),
      field('studentSourcedId', sourcedId, { ...required, ...to('users') }),
      field('classSourcedId', sourcedId, { ...loosely('classes'), only: '1.2' }),
      field(
        'scoreStatus',
        oneOf(
          'exempt',
          'fully graded',
          'not submitted',
          'partially graded',
          'submitted',
          'earned_partial',
          'earned_full',
          'not_earned',
        ),
        required,
      ),
      field('score', number),
      field('textScore', line, { only: '1.2' }),
      field('scoreDate', dayOrMoment),
      field('comment', longText),
      field('inProgress', parseBoolean, { column: 'is_in_progress', only: '1.2' }),
      field('incomplete', parseBoolean, { column: 'is_incomplete', only: '1.2' }),
      field('late', parseBoolean, { column: 'is_late', only: '1.2' }),
      field('missing', parseBoolean, { column: 'is_missing', only: '1.2' }),
    ],
  },
];

/** Returns the files of a version with the columns of that version. */
export const kindsOf = (version: Version): Kind[] =>
  kinds
    .filter(({ name }) => name !== 'roles' || version === '1.2')
    .map((kind) => ({
      ...kind,
      fields: kind.fields.filter(({ only }) => only === undefined || only === version),
    }));

export const fileOf = (kind: KindName): string => `${kind}.csv`;
