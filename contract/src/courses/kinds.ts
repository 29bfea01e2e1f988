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

export const sectionRoles = ['student', 'teacher', 'assistant'] as const;
export type SectionRole = (typeof sectionRoles)[number];

/** Types of coursework. In most LMSs, exams are quizzes without a time of their own. */
export const assignmentKinds = ['assignment', 'quiz'] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

/**
 * States of coursework for a student. `missing`: the source reports that nothing was submitted on time. `ungraded`: it is past
 * its due date without a grade, and the source reports it neither as submitted nor as missing, as for an exam on paper.
 * `excused`: it doesn't count.
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

/** LMSs that can be connected. */
export const lmsKinds = ['canvas'] as const;
export type LmsKind = (typeof lmsKinds)[number];

/** State of the caller's connection to the school's LMS. `none`: the school has no LMS. */
export const connectionStates = ['none', 'not_connected', 'connected', 'ended'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/**
 * Reasons why the last sync with the LMS failed: it was unreachable, too slow or throttled, sent an unexpected or too large
 * answer, or refused access to something that the person can see there.
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

/** Results of connecting, in the address of the page on which the pop-up ends. */
export const connectFailures = ['expired', 'replayed', 'refused', 'failed', 'not_set_up'] as const;
export type ConnectFailure = (typeof connectFailures)[number];

/**
 * The page on which the pop-up ends. It must be able to reach the page that opened it (server/src/kernel/http/page-policy.ts).
 */
export const connectedPath = '/edu/connected';

export const courseLimits = {
  /** Days in one call of the due list. */
  dueDays: 400,
  dueItems: 500,
  announcements: 50,
  /** Characters of a teacher's title, of an announcement's text, and of its HTML. */
  title: 200,
  announcementText: 5_000,
  announcementHtml: 40_000,
  /** Announcements, and links, of one course. */
  perClass: 500,
  people: 40,
  /** Maximum people in an export. */
  exportedPeople: 5_000,
  /** Minutes until opening a page syncs with the LMS again. */
  freshMinutes: 5,
  /** Hours until the next automatic sync. */
  pollHours: 4,
  /** Days for which copied data stays after the grant ends. */
  retentionDays: 30,
} as const;
