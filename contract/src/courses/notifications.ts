import { personal, urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  course_work_added: null,
  course_work_moved: null,
  course_work_near: null,
  course_announced: null,
  course_graded: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  academic: {
    assignmentDueDates: urgent,
    courseAnnouncements: urgent,
    grades: personal,
    quizDates: urgent,
  },
} as const satisfies NotificationKeys;
