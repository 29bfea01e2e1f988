import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { courseNotifications } from './notifications/course-notifications.ts';
import { coursesJobs } from './courses.jobs.ts';
import {
  copiedPrefix,
  deleteStudiesOf,
  personalData,
  selectCopiedDueRows,
} from './courses.queries.ts';
import { connectingHandlers } from './lms/connecting.handlers.ts';
import { decryptTitle } from './lms/lms-copies.ts';
import { lmsSetupHandlers } from './lms/lms-setup.handlers.ts';
import { deleteEndedCopies, takeUpReadings, type LeftGrant } from './lms/lms.queries.ts';
import type { CourseNews } from './lms/lms.rules.ts';
import { remindOfDue } from './reminders/reminders.queries.ts';
import { teachingHandlers } from './teaching/teaching.handlers.ts';
import { workHandlers } from './work/work.handlers.ts';
import { selectDueRows } from './work/work.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Students are to hear of something in a course. `grades`: by person, told only to those who wish it. */
    course_news: Pick<CourseNews, 'kind' | 'key' | 'item' | 'mark' | 'title'> & {
      people: number[];
      /** The number of the course, such as CHEM 101. */
      course: string;
      path: string;
      grades: Record<number, string> | null;
    };
    /** A teacher has deleted an announcement; `people`: the students of its class. */
    course_announcement_deleted: { item: string; people: number[] };
    /** Who is in these sections has changed, or their name or term. The database itself tells, whoever changed it. */
    sections_changed: { sections: number[] };
    /** The learning system is to be read for somebody. */
    lms_due: { user: number };
    /** A grant is no longer used here: it is to be given back at its system. */
    lms_grant_left: LeftGrant;
    /** An assignment of the school is due soon; `people` have not submitted it. */
    course_work_due: { item: string; people: number[] };
    /** The same by the copies of somebody. */
    lms_work_due: { user: number; items: string[] };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** The school's learning system; `host`: where it is. */
    lms_changed: { act: Acts['lms_changed']; name: string; host: string };
  }
}

export const coursesFeature = feature({
  name: 'courses',
  handlers: [...workHandlers, ...teachingHandlers, ...connectingHandlers, ...lmsSetupHandlers],
  jobs: [...coursesJobs, ...courseNotifications],
  maintenance: [takeUpReadings, deleteEndedCopies, remindOfDue],
  erase: deleteStudiesOf,
  personalData,
  calendarParts: [
    { rows: selectDueRows },
    {
      rows: selectCopiedDueRows,
      encrypted: { prefix: copiedPrefix, title: decryptTitle },
    },
  ],
});
