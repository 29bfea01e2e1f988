import { transact } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { idOf } from '../../kernel/sql.ts';
import { workPath } from './course-paths.ts';
import { revokeGrant } from './lms/grant-revocation.ts';
import { LmsCopies, decryptTitle } from './lms/lms-copies.ts';
import { readLms } from './lms/lms-reading.ts';
import { selectOwn } from './lms/lms.queries.ts';
import { selectNear, selectNearCopies } from './reminders/reminders.queries.ts';

export const coursesJobs = [
  /** Waits for the LMS. Several people sync at the same time, so that pages don't wait for notifications. */
  onEvent(
    'courses.read-lms',
    'lms_due',
    async (scope, { user }) => {
      await readLms(scope, user, 'polled');
    },
    { concurrency: 12, timeoutSeconds: 300 },
  ),

  /** Waits for the LMS. Runs once, because the grant is no longer used here. */
  onEvent(
    'courses.give-back-grant',
    'lms_grant_left',
    (scope, { user, kind, baseUrl, clientId, clientSecret, tokens }) =>
      revokeGrant(
        scope,
        { kind, base_url: baseUrl, client_id: clientId, client_secret: clientSecret },
        user,
        tokens,
      ),
    { concurrency: 8, timeoutSeconds: 60 },
  ),

  onEvent('courses.remind', 'course_work_due', (scope, { item, people }) =>
    transact(scope, async (context) => {
      const row = await selectNear(context.db, idOf(item), people, context.clock.now());
      if (row === undefined || row.people.length === 0) return;
      await emit(context, 'course_news', {
        kind: 'course_work_near',
        key: row.kind === 'quiz' ? 'academic.quizDates' : 'academic.assignmentDueDates',
        people: [...row.people],
        item,
        mark: '',
        title: row.title,
        course: row.number,
        path: workPath(row.section, row.kind),
        grades: null,
      });
    }),
  ),

  onEvent('courses.remind-lms', 'lms_work_due', (scope, { user, items }) =>
    transact(scope, async (context) => {
      const [rows, own] = await Promise.all([
        selectNearCopies(context.db, user, items, context.clock.now()),
        selectOwn(context.db, user, ['courses']),
      ]);
      const courses = new LmsCopies(context, user, own?.copies ?? []).courses() ?? [];
      for (const row of rows) {
        const title = decryptTitle(context, user, row.title);
        if (title === null) continue;
        await emit(context, 'course_news', {
          kind: 'course_work_near',
          key: row.kind === 'quiz' ? 'academic.quizDates' : 'academic.assignmentDueDates',
          people: [user],
          item: `lms-${row.course}-${row.item}`,
          mark: '',
          title,
          course: courses.find(({ id }) => id === row.course)?.number ?? '',
          path: workPath(`lms-${row.course}`, row.kind),
          grades: null,
        });
      }
    }),
  ),
];
