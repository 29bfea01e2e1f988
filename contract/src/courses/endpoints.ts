import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import {
  assignmentKinds,
  connectionStates,
  courseLimits as limits,
  meetingKinds,
  readingProblems,
  sectionRoles,
  workStates,
} from './kinds.ts';

/*
 * Courses with what they ask of their students (decision 062). What stands here comes from the school's own files, or for people who
 * have connected its learning system from the copy of what that answered them. Percentages are 0 to 100, scores and points are the
 * teacher's.
 */

const member = { access: 'member', credential: 'bearer' } as const;
const instant = z.string().describe('Instant, RFC 3339');
const percent = z
  .number()
  .nullable()
  .describe('0 to 100, more with extra credit; null: no grade yet');

const courseId = z
  .string()
  .min(1)
  .max(60)
  .describe(
    'As the list answers it: of a section, or `lms-` and the number in the learning system',
  );
export const oneCourse = z.strictObject({ id: courseId });

/** `last`: the last copy where a new sign-on at the learning system is needed, in place of the error 498. */
const copy = z
  .enum(['last'])
  .optional()
  .describe('`last` answers the last copy after the grant has ended, in place of the error 498');

/** Where what is shown comes from, and how old it is. */
export const academicSource = z.object({
  state: z.enum(connectionStates),
  name: z.string().nullable().describe('What the school calls its learning system'),
  readAt: instant.nullable().describe('When the learning system was last read in whole'),
  problem: z.enum(readingProblems).nullable().describe('Why the last reading failed'),
  endedAt: instant.nullable().describe('When the grant ended'),
  schoolReadAt: instant
    .nullable()
    .describe('When the school’s files last came; null where none of the courses is from them'),
  isDue: z.boolean().describe('Old enough to ask again: POST /api/v1/academic/refresh'),
});
export type AcademicSource = z.output<typeof academicSource>;

const courseName = z.object({ id: z.string(), number: z.string(), title: z.string() });

const courseGrade = z.object({
  percent,
  label: z.string().nullable().describe('As the learning system calls it, such as B+'),
  isOfficial: z
    .boolean()
    .describe('The learning system said it; otherwise worked out from the results'),
});

export const academicCourse = courseName.extend({
  section: z.string().nullable(),
  term: z.object({ code: z.string(), name: z.string() }).nullable(),
  role: z.enum(sectionRoles),
  teachers: z.array(z.object({ uid: z.string().nullable(), name: z.string() })),
  source: z.enum(['school', 'lms']),
  url: z.string().nullable().describe('Where it stands in the learning system'),
  nextClass: z
    .object({
      dateStart: instant,
      dateEnd: instant,
      location: z.string().nullable(),
      kind: z.enum(meetingKinds),
    })
    .nullable()
    .describe('The class that takes place now, or the next one within 14 days'),
  grade: courseGrade.nullable().describe('The caller’s own; null for teachers'),
  trend: z
    .array(z.number())
    .describe('Percentages of the caller’s last results, the oldest first; at most 6'),
  news: z
    .object({ grades: z.int(), announcements: z.int() })
    .describe('What has come since the caller last looked at the course'),
});
export type AcademicCourse = z.output<typeof academicCourse>;

export const listCourses = endpoint({
  ...member,
  name: 'courses.list',
  summary:
    'The caller’s courses of a term, also those they teach. Without `term` those of the terms under way, or of the last one.',
  method: 'GET',
  path: '/api/v1/academic/courses',
  query: z.strictObject({ term: z.string().max(120).optional(), copy }),
  reply: z.object({
    items: z.array(academicCourse),
    term: z.object({ code: z.string(), name: z.string() }).nullable(),
    terms: z.array(z.object({ code: z.string(), name: z.string(), isNow: z.boolean() })),
    classmates: z.object({
      people: z.array(face).describe('At most 4 of the caller’s connections'),
      total: z.int(),
    }),
    source: academicSource,
    settings: z.object({ showsGrades: z.boolean() }),
  }),
  errors: ['lms_grant_ended'],
});

export const academicWork = z.object({
  id: z.string(),
  kind: z.enum(assignmentKinds),
  title: z.string(),
  course: courseName,
  part: z.object({ id: z.string(), title: z.string() }).nullable().describe('Of the grade'),
  dueAt: instant.nullable(),
  points: z.number().nullable(),
  minutes: z.int().nullable().describe('Of quizzes: from opening to the end'),
  attempts: z.int().nullable().describe('Of quizzes; null: as many as one likes'),
  url: z.string().nullable(),
  state: z.enum(workStates),
  isLate: z.boolean(),
  score: z.number().nullable(),
  label: z.string().nullable().describe('What the score is called, such as A-'),
  comment: z.string().nullable().describe('What the teacher wrote'),
  submittedAt: instant.nullable(),
  gradedAt: instant.nullable(),
  isNew: z.boolean().describe('Graded since the caller last looked at the course'),
  counts: z.boolean().describe('Whether it counts toward the grade'),
});
export type AcademicWork = z.output<typeof academicWork>;

export const academicPart = z.object({
  id: z.string(),
  title: z.string(),
  weight: z.number().nullable().describe('Percent of the course; null where points alone count'),
  dropLowest: z.int(),
  dropHighest: z.int(),
  neverDrop: z.array(z.string()).describe('Ids of coursework that is never dropped'),
  score: z.number(),
  points: z.number(),
  percent,
});
export type AcademicPart = z.output<typeof academicPart>;

export const academicAnnouncement = z.object({
  id: z.string(),
  course: courseName,
  title: z.string(),
  body: z.string().describe('Rich text, sanitized'),
  author: z.string().nullable(),
  postedAt: instant,
  url: z.string().nullable(),
  isNew: z.boolean(),
  canEdit: z.boolean().describe('The caller wrote it here and teaches the class'),
  canDelete: z.boolean().describe('The caller teaches the class, and it was written here'),
});
export type AcademicAnnouncement = z.output<typeof academicAnnouncement>;

/** Which class of the school a course of the learning system is. */
const courseMatch = z.object({
  section: z.string().nullable().describe('The class that it is; null: none'),
  choices: z.array(courseName.extend({ section: z.string().nullable() })),
});
export type CourseMatch = z.output<typeof courseMatch>;

const ofCourse = {
  ...member,
  method: 'GET',
  params: oneCourse,
  query: z.strictObject({ copy }),
  errors: ['not_found', 'lms_grant_ended'],
} as const;

export const getCourse = endpoint({
  ...ofCourse,
  name: 'courses.get',
  summary: 'One of the caller’s courses, with how many of each thing it has.',
  path: '/api/v1/academic/courses/{id}',
  reply: z.object({
    course: academicCourse,
    description: z.string().nullable(),
    canTeach: z.boolean().describe('The caller may post announcements and links here'),
    hasChat: z
      .boolean()
      .describe('It has a group chat, which PUT /api/v1/chat/courses/{section} opens'),
    counts: z.object({
      assignments: z.int(),
      quizzes: z.int(),
      announcements: z.int(),
      files: z.int(),
      people: z.int(),
    }),
    match: courseMatch
      .nullable()
      .describe('Null where the learning system has no such course, or the caller has no classes'),
    source: academicSource,
  }),
});

export const matchCourse = endpoint({
  ...member,
  name: 'courses.match',
  summary:
    'Say which of one’s classes a course of the learning system is, or that it is none of them. It is otherwise worked out from codes, numbers and dates.',
  method: 'PUT',
  path: '/api/v1/academic/courses/{id}/match',
  params: oneCourse,
  body: z.strictObject({
    section: z.string().max(40).nullable().describe('A class of the caller; null: none of them'),
  }),
  reply: z.object({ id: z.string().describe('Of the course from now on') }),
  errors: ['not_found'],
});

export const listAssignments = endpoint({
  ...ofCourse,
  name: 'courses.assignments.list',
  summary:
    'Assignments of a course with how the caller stands; for teachers without results. By due date, those without one last.',
  path: '/api/v1/academic/courses/{id}/assignments',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listQuizzes = endpoint({
  ...ofCourse,
  name: 'courses.quizzes.list',
  summary: 'Quizzes of a course, as assignments are listed.',
  path: '/api/v1/academic/courses/{id}/quizzes',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listGrades = endpoint({
  ...ofCourse,
  name: 'courses.grades.list',
  summary:
    'The caller’s grade in a course: its parts with their weights, and everything that counts, graded or not. Empty for teachers.',
  path: '/api/v1/academic/courses/{id}/grades',
  reply: z.object({
    items: z.array(academicWork),
    parts: z.array(academicPart),
    grade: courseGrade.nullable(),
    canSuppose: z
      .boolean()
      .describe(
        'Whether Commons’ grading rules match the total from the LMS, so the caller can try what-if scores',
      ),
    source: academicSource,
  }),
});

export const listCourseAnnouncements = endpoint({
  ...ofCourse,
  name: 'courses.announcements.list',
  summary: `The last ${limits.announcements} announcements of a course, the newest first.`,
  path: '/api/v1/academic/courses/{id}/announcements',
  reply: z.object({ items: z.array(academicAnnouncement), source: academicSource }),
});

export const listAllAnnouncements = endpoint({
  ...member,
  name: 'courses.announcements.list-all',
  summary: `The last ${limits.announcements} announcements of the caller’s courses of the terms under way, the newest first.`,
  method: 'GET',
  path: '/api/v1/academic/announcements',
  query: z.strictObject({ copy }),
  reply: z.object({ items: z.array(academicAnnouncement), source: academicSource }),
  errors: ['lms_grant_ended'],
});

/** Of all of the caller’s courses of the terms under way. */
const ofAllCourses = {
  ...member,
  method: 'GET',
  query: z.strictObject({ copy }),
  errors: ['lms_grant_ended'],
} as const;

export const listAllQuizzes = endpoint({
  ...ofAllCourses,
  name: 'courses.quizzes.list-all',
  summary:
    'Quizzes of the caller’s courses of the terms under way with how they stand, by due date, those without one last.',
  path: '/api/v1/academic/quizzes',
  reply: z.object({ items: z.array(academicWork), source: academicSource }),
});

export const listAllGrades = endpoint({
  ...ofAllCourses,
  name: 'courses.grades.list-all',
  summary:
    'The caller’s grade in each of the courses that they take in the terms under way, with its parts and their weights.',
  path: '/api/v1/academic/grades',
  reply: z.object({
    items: z.array(
      z.object({
        course: courseName,
        grade: courseGrade.nullable(),
        parts: z.array(academicPart),
      }),
    ),
    source: academicSource,
  }),
});

export const listCourseFiles = endpoint({
  ...ofCourse,
  name: 'courses.files.list',
  summary: 'Files and pages of a course as links, in the order of its modules.',
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
  ...member,
  name: 'courses.people.list',
  summary:
    'People of a course whom the caller may see: teachers first, then by last name. Students do not see who dropped it.',
  method: 'GET',
  path: '/api/v1/academic/courses/{id}/people',
  params: oneCourse,
  query: cursorQuery,
  reply: pageOf(
    face.extend({
      role: z.enum(sectionRoles),
      isConnected: z.boolean(),
      dropped: z.boolean().describe('Only teachers and assistants see them'),
    }),
  ),
  errors: ['not_found', 'bad_cursor'],
});

export const listDue = endpoint({
  ...member,
  name: 'courses.due.list',
  summary: `What is due in the caller’s courses, by due date. \`from\` and \`to\`: instants or days; left out: now and 14 days ahead, at most ${limits.dueDays} days. At most ${limits.dueItems}.`,
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
  ...member,
  name: 'courses.visit',
  summary: 'Marks what is new in a course as seen.',
  method: 'PUT',
  path: '/api/v1/academic/courses/{id}/visit',
  params: oneCourse,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const changeCourseSettings = endpoint({
  ...member,
  name: 'courses.settings.update',
  summary: 'Whether notifications of grades name the grade, also in pushes and mails.',
  method: 'PATCH',
  path: '/api/v1/academic/settings',
  body: z.strictObject({ showsGrades: z.boolean() }),
  reply: z.object({ showsGrades: z.boolean() }),
});
