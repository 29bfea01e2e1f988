import * as contract from '#contract/courses/teaching.endpoints.ts';
import { courseLimits as limits } from '#contract/courses/kinds.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { cleanRichText } from '../../../kernel/http/rich-text.ts';
import { manualCode } from '../../../kernel/ids.ts';
import { emit, chunkPeople } from '../../../kernel/jobs/outbox.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { newsPath } from '../course-paths.ts';
import { getOwnCourse } from '../work/course-list.ts';
import * as queries from './teaching.queries.ts';

/** Maximum announcements. Each notifies a whole class. */
const announcementRate = { max: 20, seconds: 3_600 };

/** Returns the section of a class that the caller teaches. */
const taughtSection = async (call: Call, id: string): Promise<number> => {
  const { course } = await getOwnCourse(call, id, 'last', []);
  const { section } = course;
  if (section === null) throw problem('not_found');
  if (section.role === 'student') throw problem('forbidden');
  return Number(section.id);
};

const cleanBody = (html: string): string => {
  const clean = cleanRichText(html);
  if (clean.text.length > limits.announcementText)
    throw problem('invalid_input', {}, [
      { path: 'body', message: `at most ${limits.announcementText} characters` },
    ]);
  return clean.text === '' ? '' : clean.html;
};

export const teachingHandlers = [
  handle(contract.postCourseAnnouncement, async (call, { id, clientId, title, body: html }) => {
    const section = await taughtSection(call, id);
    const { db, schoolId, me, now } = call;
    const code = manualCode(me.userId, clientId);
    const body = cleanBody(html);
    const before = await queries.selectBefore(db, 'course_announcements', { section, code });
    if (before.id !== null) return { id: String(before.id) };
    if (before.n >= limits.perClass) throw problem('course_full', { max: limits.perClass });
    await countUseInTransaction(call, `course-announcements:${me.userId}`, announcementRate);
    const posted = orNotFound(
      await queries.insertAnnouncement(db, schoolId, {
        section,
        code,
        author: me.userId,
        title,
        body,
        now,
      }),
    );
    for (const people of chunkPeople(posted.people))
      await emit(call, 'course_news', {
        kind: 'course_announced',
        key: 'academic.courseAnnouncements',
        people,
        item: String(posted.id),
        mark: '',
        title,
        course: posted.number,
        path: newsPath(String(section), {
          kind: 'course_announced',
          key: 'academic.courseAnnouncements',
        }),
        grades: null,
      });
    return { id: String(posted.id) };
  }),

  handle(contract.updateCourseAnnouncement, async ({ db, me }, { id, title, body }) => {
    const isUpdated = await queries.updateAnnouncement(db, me.userId, idOf(id), {
      title,
      body: cleanBody(body),
    });
    if (!isUpdated) throw problem('not_found');
    return ok;
  }),

  handle(contract.deleteCourseAnnouncement, async (call, { id }) => {
    const ended = orNotFound(await queries.endAnnouncement(call.db, call.me.userId, idOf(id)));
    for (const people of chunkPeople(ended.people))
      await emit(call, 'course_announcement_deleted', { item: String(idOf(id)), people });
    return ok;
  }),

  handle(contract.addCourseLink, async (call, { id, clientId, ...link }) => {
    const section = await taughtSection(call, id);
    const { db, schoolId, me } = call;
    const code = manualCode(me.userId, clientId);
    const before = await queries.selectBefore(db, 'course_links', { section, code });
    if (before.id !== null) return { id: String(before.id) };
    if (before.n >= limits.perClass) throw problem('course_full', { max: limits.perClass });
    const added = orNotFound(await queries.insertLink(db, schoolId, { section, code, ...link }));
    return { id: String(added.id) };
  }),

  handle(contract.deleteCourseLink, async ({ db, me }, { id }) => {
    if (!(await queries.endLink(db, me.userId, idOf(id)))) throw problem('not_found');
    return ok;
  }),
];
