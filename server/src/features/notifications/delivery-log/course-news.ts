import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { selectShowsGrades } from '../../courses/courses.queries.ts';
import { always } from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews } from './notify.ts';

/** Students hear what is new in a course. A grade stands in the text only where its student has said so. */
export const onCourseNews = async (
  scope: Scope,
  { id, payload }: OutboxEvent<'course_news'>,
): Promise<void> => {
  const { kind, key, people, item, mark, title, course, path, grades } = payload;
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
    await notifyNews(scope, newsFor(users, nobody, id), {
      condition: always,
      key,
      kind,
      fold: `course:${kind}:${item}:${mark}`,
      about: { title: text, path },
    });
};
