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
import { deleteEndedCopies, resumeReadings, type EndedGrant } from './lms/lms.queries.ts';
import type { CourseChange } from './lms/lms.rules.ts';
import { remindOfDue } from './reminders/reminders.queries.ts';
import { teachingHandlers } from './teaching/teaching.handlers.ts';
import { coursePeopleHandlers } from './work/course-people.handlers.ts';
import { workHandlers } from './work/work.handlers.ts';
import { selectDueRows } from './work/work.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Students need a notification about a course. `grades`: by person, only shown to those who want it. */
    course_news: Pick<CourseChange, 'kind' | 'key' | 'item' | 'mark' | 'title'> & {
      people: number[];
      /** The number of the course, such as CHEM 101. */
      course: string;
      path: string;
      grades: Record<number, string> | null;
    };
    /** A teacher deleted an announcement. `people`: the students of its class. */
    course_announcement_deleted: { item: string; people: number[] };
    /** Members, name or term of these sections changed. The database emits it after every change. */
    sections_changed: { sections: number[] };
    /** A person's LMS sync is due. */
    lms_due: { user: number };
    /** A grant is no longer used, and needs to be revoked at its system. */
    lms_grant_left: EndedGrant;
    /** An assignment of the school is due soon. `people` haven't submitted it. */
    course_work_due: { item: string; people: number[] };
    /** Work in a person's copies is due soon. */
    lms_work_due: { user: number; items: string[] };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** The school's LMS changed. `host`: its address. */
    lms_changed: { act: Acts['lms_changed']; name: string; host: string };
    /** A teacher exported the people of a course. `name`: the course. */
    course_people_exported: { section: string; name: string };
  }
}

export const coursesFeature = feature({
  name: 'courses',
  handlers: [
    ...workHandlers,
    ...coursePeopleHandlers,
    ...teachingHandlers,
    ...connectingHandlers,
    ...lmsSetupHandlers,
  ],
  jobs: [...coursesJobs, ...courseNotifications],
  maintenance: [resumeReadings, deleteEndedCopies, remindOfDue],
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
