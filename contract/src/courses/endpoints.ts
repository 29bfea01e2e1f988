import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face, user } from '../people/endpoints.ts';
import {
  assignmentKinds,
  connectionStates,
  courseLimits as limits,
  meetingKinds,
  readingProblems,
  sectionRoles,
  workStates,
} from './kinds.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';

/*
 * Courses and their coursework (decision 062). The data comes from the school's files or, for people who have connected the
 * school's LMS, from the copy of its data. Percentages are 0 to 100; scores and points are the teacher's.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant in RFC 3339.');
const percent = z
  .number()
  .nullable()
  .describe('Percentage from 0 to 100, more with extra credit, or null if there is no grade yet.');

const courseId = z
  .string()
  .min(1)
  .max(60)
  .describe('Course ID from the list: the section’s ID, or `lms-` and the number in the LMS.');
schemaNames.add(courseId, { id: 'CourseId' });
export const oneCourse = z.strictObject({ id: courseId });

/** With `last`, the call returns the last copy instead of error 498 when the person needs to sign in to the LMS again. */
const copy = z
  .enum(['last'])
  .optional()
  .describe(
    'Copy to use. `last` returns the last copy after the grant has ended, instead of error 498.',
  );

/** The source of the data, and its age. */
export const academicSource = z.object({
  state: z.enum(connectionStates),
  name: z.string().nullable().describe('Name of the LMS as set by the school, or null.'),
  readAt: instant.nullable().describe('Time of the last full sync with the LMS, or null.'),
  problem: z.enum(readingProblems).nullable().describe('Reason why the last sync failed, or null.'),
  endedAt: instant.nullable().describe('Time when the grant ended, or null.'),
  schoolReadAt: instant
    .nullable()
    .describe('Time of the school’s last import, or null if no course is from its files.'),
  isDue: z
    .boolean()
    .describe('True if the data is old enough to sync again with POST /api/v1/academic/refresh.'),
});
schemaNames.add(academicSource, { id: 'CourseSource' });
export type AcademicSource = z.output<typeof academicSource>;

const courseName = z.object({ id: z.string(), number: z.string(), title: z.string() });

const courseGrade = z.object({
  percent,
  label: z.string().nullable().describe('Grade as the LMS names it, such as B+, or null.'),
  isOfficial: z
    .boolean()
    .describe('True if the grade comes from the LMS. False if it is calculated from the results.'),
});
schemaNames.add(courseGrade, { id: 'CourseGrade' });

export const academicCourse = courseName.extend({
  section: z.string().nullable().describe('ID of the section, or null if it isn’t linked to one.'),
  term: z
    .object({ code: z.string(), name: z.string() })
    .nullable()
    .describe('Term, or null if unknown.'),
  role: z.enum(sectionRoles),
  teachers: z.array(
    z.object({
      uid: z
        .string()
        .nullable()
        .describe('User ID, or null if the teacher has no account that the caller can see.'),
      name: z.string(),
    }),
  ),
  source: z.enum(['school', 'lms']),
  url: z.string().nullable().describe('URL in the LMS, or null.'),
  nextClass: z
    .object({
      dateStart: instant,
      dateEnd: instant,
      location: z.string().nullable(),
      kind: z.enum(meetingKinds),
    })
    .nullable()
    .describe('Class in progress, or the next one within 14 days, or null.'),
  grade: courseGrade.nullable().describe('Grade of the caller, or null for teachers.'),
  trend: z
    .array(z.number())
    .describe('Percentages of the caller’s last results, oldest first, at most 6.'),
  news: z
    .object({ grades: z.int(), announcements: z.int() })
    .describe('Numbers of new items since the caller last opened the course.'),
});
schemaNames.add(academicCourse, { id: 'Course' });
export type AcademicCourse = z.output<typeof academicCourse>;

export const listCourses = endpoint({
  ...signedIn,
  name: 'courses.list',
  summary: 'List your courses',
  description:
    'Returns the caller’s courses of a term, including those they teach. Without `term`, returns those of current terms, or of the last term.',
  method: 'GET',
  path: '/api/v1/academic/courses',
  query: z.strictObject({ term: z.string().max(120).optional(), copy }),
  reply: z.object({
    items: z.array(academicCourse),
    term: z.object({ code: z.string(), name: z.string() }).nullable(),
    terms: z.array(z.object({ code: z.string(), name: z.string(), isNow: z.boolean() })),
    classmates: z.object({
      people: z.array(face).describe('Up to 4 of the caller’s connections.'),
      total: z.int(),
    }),
    source: academicSource,
    settings: z.object({ showsGrades: z.boolean() }),
  }),
  errors: ['lms_grant_ended'],
});

const classProgress = z.object({
  students: z.int().describe('Students in the course.'),
  submitted: z.int().describe('Students who submitted it, graded or not.'),
  graded: z.int().describe('Students with a grade for it.'),
});

export const academicWork = z.object({
  id: z.string(),
  kind: z.enum(assignmentKinds),
  title: z.string(),
  course: courseName,
  part: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('Part of the grade, or null.'),
  dueAt: instant.nullable().describe('Due date, or null.'),
  points: z.number().nullable().describe('Maximum points, or null.'),
  minutes: z.int().nullable().describe('Time limit of a quiz in minutes, or null.'),
  attempts: z.int().nullable().describe('Maximum attempts at a quiz, or null for no limit.'),
  url: z.string().nullable().describe('URL in the LMS, or null.'),
  state: z.enum(workStates),
  isLate: z.boolean(),
  score: z.number().nullable().describe('Score of the caller, or null.'),
  label: z.string().nullable().describe('Score as text, such as A-, or null.'),
  comment: z.string().nullable().describe('Comment by the teacher, or null.'),
  submittedAt: instant.nullable().describe('Time of the caller’s submission, or null.'),
  gradedAt: instant.nullable().describe('Time of grading, or null.'),
  isNew: z.boolean().describe('True if it was graded since the caller last opened the course.'),
  counts: z.boolean().describe('True if it counts toward the grade.'),
  progress: classProgress
    .nullable()
    .describe('Submission progress, for teachers. Null for students and for data from an LMS.'),
});
schemaNames.add(academicWork, { id: 'Coursework' });
export type AcademicWork = z.output<typeof academicWork>;

export const academicPart = z.object({
  id: z.string(),
  title: z.string(),
  weight: z
    .number()
    .nullable()
    .describe('Weight in percent of the course, or null if only points count.'),
  dropLowest: z.int().describe('Number of lowest results that don’t count.'),
  dropHighest: z.int().describe('Number of highest results that don’t count.'),
  neverDrop: z.array(z.string()).describe('IDs of coursework that is never dropped.'),
  score: z.number().describe('Sum of the counted scores.'),
  points: z.number().describe('Maximum sum of the counted scores.'),
  percent,
});
schemaNames.add(academicPart, { id: 'GradePart' });
export type AcademicPart = z.output<typeof academicPart>;

export const academicAnnouncement = z.object({
  id: z.string(),
  course: courseName,
  title: z.string(),
  body: z.string().describe('Sanitized rich text.'),
  author: z.string().nullable().describe('Name of the author, or null.'),
  postedAt: instant,
  url: z.string().nullable().describe('URL in the LMS, or null.'),
  isNew: z.boolean(),
  canEdit: z.boolean().describe('True if the caller wrote it in Commons and teaches the course.'),
  canDelete: z
    .boolean()
    .describe('True if the caller teaches the course and the announcement was written in Commons.'),
});
schemaNames.add(academicAnnouncement, { id: 'CourseAnnouncement' });
export type AcademicAnnouncement = z.output<typeof academicAnnouncement>;

/** The section of the school that an LMS course corresponds to. */
const courseMatch = z.object({
  section: z.string().nullable().describe('ID of the matching section, or null if there is none.'),
  choices: z.array(
    courseName.extend({
      section: z.string().nullable().describe('ID of the section, or null to choose none.'),
    }),
  ),
});
export type CourseMatch = z.output<typeof courseMatch>;

const ofCourse = {
  ...signedIn,
  method: 'GET',
  params: oneCourse,
  query: z.strictObject({ copy }),
  errors: ['not_found', 'lms_grant_ended'],
} as const;

export const getCourse = endpoint({
  ...ofCourse,
  name: 'courses.get',
  summary: 'Get a course',
  description:
    'Returns one of the caller’s courses, with the number of assignments, quizzes, announcements, files and people.',
  path: '/api/v1/academic/courses/{id}',
  reply: z.object({
    course: academicCourse,
    description: z.string().nullable(),
    canTeach: z.boolean().describe('True if the caller can post announcements and links here.'),
    hasChat: z
      .boolean()
      .describe(
        'True if the course has a group chat. PUT /api/v1/chat/courses/{section} opens it.',
      ),
    counts: z.object({
      assignments: z.int(),
      quizzes: z.int(),
      announcements: z.int(),
      files: z.int(),
      people: z.int(),
    }),
    match: courseMatch
      .nullable()
      .describe(
        'Match with a section, or null if the LMS has no such course or the caller has no sections.',
      ),
    source: academicSource,
  }),
});

export const matchCourse = endpoint({
  ...signedIn,
  name: 'courses.match',
  summary: 'Link a course to a section',
  description:
    'Links an LMS course to one of your sections, or to none. By default this is inferred from codes, numbers and dates.',
  method: 'PUT',
  path: '/api/v1/academic/courses/{id}/match',
  params: oneCourse,
  body: z.strictObject({
    section: z
      .string()
      .max(40)
      .nullable()
      .describe('ID of a section of the caller, or null if the course corresponds to none.'),
  }),
  reply: z.object({ id: z.string().describe('ID of the course from now on.') }),
  errors: ['not_found'],
});

export const listAssignments = endpoint({
  ...ofCourse,
  name: 'courses.assignments.list',
  summary: 'List assignments',
  description:
    'Returns a course’s assignments with the caller’s results; teachers get no results. Sorted by due date, those without one last.',
  path: '/api/v1/academic/courses/{id}/assignments',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listQuizzes = endpoint({
  ...ofCourse,
  name: 'courses.quizzes.list',
  summary: 'List quizzes',
  description: 'Returns a course’s quizzes in the same format and order as assignments.',
  path: '/api/v1/academic/courses/{id}/quizzes',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listGrades = endpoint({
  ...ofCourse,
  name: 'courses.grades.list',
  summary: 'Get your grades in a course',
  description:
    'Returns the grade, its parts with their weights, and all coursework that counts, graded or not. Empty for teachers.',
  path: '/api/v1/academic/courses/{id}/grades',
  reply: z.object({
    items: z.array(academicWork),
    parts: z.array(academicPart),
    grade: courseGrade.nullable().describe('Grade so far, or null.'),
    canSuppose: z
      .boolean()
      .describe(
        'True if Commons’ grading rules match the total from the LMS, so that the caller can try what-if scores.',
      ),
    source: academicSource,
  }),
});

export const listCourseAnnouncements = endpoint({
  ...ofCourse,
  name: 'courses.announcements.list',
  summary: 'List a course’s announcements',
  description: `Returns the last ${limits.announcements}, newest first.`,
  path: '/api/v1/academic/courses/{id}/announcements',
  reply: z.object({ items: z.array(academicAnnouncement), source: academicSource }),
});

export const listAllAnnouncements = endpoint({
  ...signedIn,
  name: 'courses.announcements.list-all',
  summary: 'List announcements of all courses',
  description: `Returns the last ${limits.announcements} announcements in the caller’s courses of current terms, newest first.`,
  method: 'GET',
  path: '/api/v1/academic/announcements',
  query: z.strictObject({ copy }),
  reply: z.object({ items: z.array(academicAnnouncement), source: academicSource }),
  errors: ['lms_grant_ended'],
});

/** Applies to all of the caller's courses of current terms. */
const ofAllCourses = {
  ...signedIn,
  method: 'GET',
  query: z.strictObject({ copy }),
  errors: ['lms_grant_ended'],
} as const;

export const listAllQuizzes = endpoint({
  ...ofAllCourses,
  name: 'courses.quizzes.list-all',
  summary: 'List quizzes of all courses',
  description:
    'Returns quizzes in the caller’s courses of current terms with the caller’s results. Sorted by due date, those without one last.',
  path: '/api/v1/academic/quizzes',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listAllGrades = endpoint({
  ...ofAllCourses,
  name: 'courses.grades.list-all',
  summary: 'List your grades in all courses',
  description:
    'Returns the caller’s grade in each course they take in current terms, with its parts and their weights.',
  path: '/api/v1/academic/grades',
  reply: z.object({
    items: z.array(
      z.object({
        course: courseName,
        grade: courseGrade.nullable().describe('Grade so far, or null.'),
        parts: z.array(academicPart),
      }),
    ),
    source: academicSource,
  }),
});

export const listCourseFiles = endpoint({
  ...ofCourse,
  name: 'courses.files.list',
  summary: 'List a course’s files',
  description: 'Returns files and pages as links, in module order.',
  path: '/api/v1/academic/courses/{id}/files',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        module: z.string(),
        title: z.string(),
        url: z.string(),
        canDelete: z.boolean(),
      }),
    ),
    source: academicSource,
  }),
});

export const listCoursePeople = endpoint({
  ...signedIn,
  name: 'courses.people.list',
  summary: 'List a course’s people',
  description:
    'Returns people that the caller can see, with the fields that they can see: teachers first, then by last name. Students don’t see people who dropped the course. Teachers and assistants get only the name, picture and role of people who are hidden from them, such as after a block.',
  method: 'GET',
  path: '/api/v1/academic/courses/{id}/people',
  recordsReads: true,
  params: oneCourse,
  query: cursorQuery.extend({
    search: text().max(100).optional().describe('Start of a name.'),
    role: z.enum(sectionRoles).optional(),
  }),
  reply: pageOf(
    user.extend({
      role: z.enum(sectionRoles),
      isConnected: z.boolean(),
      dropped: z
        .boolean()
        .describe('True if the person dropped the course. Only teachers and assistants see them.'),
    }),
  ),
  errors: ['not_found', 'bad_cursor'],
});

export const exportCoursePeople = endpoint({
  ...signedIn,
  name: 'courses.people.export',
  summary: 'Export a course’s people',
  description: `Returns the people of a course as CSV in UTF-8, with the fields that the caller can see, and only the name and role of people who are hidden from them. Only for the course’s teachers and assistants. Limit: ${limits.exportedPeople} people.`,
  method: 'GET',
  path: '/api/v1/academic/courses/{id}/people-export',
  recordsReads: true,
  params: oneCourse,
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found', 'forbidden'],
});

export const listDue = endpoint({
  ...signedIn,
  name: 'courses.due.list',
  summary: 'List coursework due',
  description: `Returns what is due in the caller’s courses, by due date. \`from\` and \`to\` are instants or days; by default now and 14 days ahead. Maximum range: ${limits.dueDays} days. Limit: ${limits.dueItems}.`,
  method: 'GET',
  path: '/api/v1/academic/due',
  query: z.strictObject({
    from: z.string().max(40).optional(),
    to: z.string().max(40).optional(),
    copy,
  }),
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
  errors: ['lms_grant_ended', 'time_invalid', 'window_invalid', 'window_too_long'],
});

export const visitCourse = endpoint({
  ...signedIn,
  name: 'courses.visit',
  summary: 'Mark a course as visited',
  description: 'Marks everything new in the course as seen.',
  method: 'PUT',
  path: '/api/v1/academic/courses/{id}/visit',
  params: oneCourse,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const changeCourseSettings = endpoint({
  ...signedIn,
  name: 'courses.settings.update',
  summary: 'Update your course settings',
  description:
    'Sets whether grade notifications include the grade, also in push notifications and emails.',
  method: 'PATCH',
  path: '/api/v1/academic/settings',
  body: z.strictObject({ showsGrades: z.boolean() }),
  reply: z.object({ showsGrades: z.boolean() }),
});
