import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { selectShowsGrades } from '../courses.queries.ts';
import { always, lockListsThere } from '../../notifications/notify/delivery-log.queries.ts';
import {
  isAnnouncementThere,
  isCopiedWorkOpen,
  isWorkOpen,
} from './course-notifications.queries.ts';
import {
  userEventsFor,
  noActor,
  notifyOfEvents,
  removeFromNotifications,
} from '../../notifications/notify/notify.ts';

type ChangePayload = OutboxEvent<'course_news'>['payload'];

const collapseKeyOf = ({
  kind,
  item,
  mark,
}: Pick<ChangePayload, 'kind' | 'item' | 'mark'>): string => `course:${kind}:${item}:${mark}`;

/** The condition that must still hold: an announcement exists, and the work of a reminder isn't submitted. */
const conditionOf = ({ kind, item }: Pick<ChangePayload, 'kind' | 'item'>) => {
  const isCopy = item.startsWith('lms-');
  if (kind === 'course_announced') return isCopy ? always : isAnnouncementThere(Number(item));
  if (kind === 'course_work_near')
    return isCopy ? isCopiedWorkOpen(item) : isWorkOpen(Number(item));
  return always;
};

/** Notifies students about a change in a course. The text contains a grade only if the student chose that. */
const notifyOfCourseChange = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'course_news'>,
): Promise<void> => {
  const { kind, key, people, title, course, path, grades } = payload;
  const named = course === '' ? title : `${title} (${course})`;
  const showing =
    grades === null
      ? new Set<number>()
      : await transact(scope, ({ db }) => selectShowsGrades(db, people), { readOnly: true });
  const groups = new Map<string, number[]>();
  for (const user of people) {
    const grade = showing.has(user) ? grades?.[user] : undefined;
    const text = grade === undefined ? named : `${named}: ${grade}`;
    groups.set(text, [...(groups.get(text) ?? []), user]);
  }
  for (const [text, users] of groups)
    await notifyOfEvents(scope, userEventsFor(users, noActor, id), {
      condition: conditionOf(payload),
      key,
      kind,
      collapseKey: collapseKeyOf(payload),
      repeat: 'replace',
      about: { title: text, path },
    });
};

/** Deletes the unread notifications about a deleted announcement. */
const onAnnouncementDeleted = (
  scope: Scope,
  { item, people }: OutboxEvent<'course_announcement_deleted'>['payload'],
): Promise<void> =>
  transact(scope, async (context) => {
    await lockListsThere(context.db, people);
    await removeFromNotifications(
      context,
      people.map((user) => ({ user, actor: noActor })),
      [collapseKeyOf({ kind: 'course_announced', item, mark: '' })],
      'deleted',
    );
  });

export const courseNotifications = [
  onEventWithNumber('courses.notify', 'course_news', notifyOfCourseChange, { timeoutSeconds: 300 }),
  onEvent('courses.remove-announcement', 'course_announcement_deleted', onAnnouncementDeleted),
];
