/** What a meeting of a section is. */
export const meetingKinds = [
  'lecture',
  'recitation',
  'lab',
  'seminar',
  'studio',
  'exam',
  'other',
] as const;
export type MeetingKind = (typeof meetingKinds)[number];

/** What somebody is in a section. */
export const sectionRoles = ['student', 'teacher', 'assistant'] as const;
export type SectionRole = (typeof sectionRoles)[number];

/** What an assignment is; exams are quizzes without a time of their own in most learning systems. */
export const assignmentKinds = ['assignment', 'quiz'] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

/**
 * How a student stands with an assignment. `missing`: the source says that nothing was submitted in time. `ungraded`: it is past its
 * due date and has no grade yet, and the source says neither that it was submitted nor that it is missing, as for an exam on paper.
 * `excused`: it does not count.
 */
export const workStates = [
  'todo',
  'submitted',
  'graded',
  'excused',
  'missing',
  'ungraded',
] as const;
export type WorkState = (typeof workStates)[number];

/** Learning systems that can be connected. */
export const lmsKinds = ['canvas'] as const;
export type LmsKind = (typeof lmsKinds)[number];

/** How the caller stands with the learning system of the school; `none`: the school has none. */
export const connectionStates = ['none', 'not_connected', 'connected', 'ended'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/**
 * Why the last reading of the learning system failed: it could not be reached, was too slow, asked us to wait, answered something
 * else than expected or too much, or refused something that the person may see there.
 */
export const readingProblems = [
  'unreachable',
  'timeout',
  'throttled',
  'answer',
  'size',
  'forbidden',
] as const;
export type ReadingProblem = (typeof readingProblems)[number];

/** How connecting ended, in the address of the page that the pop-up ends on. */
export const connectFailures = ['expired', 'replayed', 'refused', 'failed', 'not_set_up'] as const;
export type ConnectFailure = (typeof connectFailures)[number];

/** Where the pop-up ends; it must reach the page that opened it (server/src/kernel/http/page-policy.ts). */
export const connectedPath = '/edu/connected';

/** Bounds of what is stored and asked for. */
export const courseLimits = {
  /** Days that one call of the due list may span. */
  dueDays: 400,
  dueItems: 500,
  announcements: 50,
  /** Characters of a title that a teacher writes, of an announcement's text, and of its HTML. */
  title: 200,
  announcementText: 5_000,
  announcementHtml: 40_000,
  /** Announcements, and links, of one class. */
  perClass: 500,
  people: 40,
  /** Minutes after which looking at a page has the learning system asked again. */
  freshMinutes: 5,
  /** Hours after which it is asked again by itself. */
  pollHours: 4,
  /** Days for which copies stay once the grant has ended. */
  keptDays: 30,
} as const;
