import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { courseLimits } from '#contract/courses/kinds.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  LmsFailed,
  type LmsAnswer,
  type LmsContent,
  type LmsKindOfContent,
  type LmsReading,
  type LmsTokens,
} from './connector.ts';
import { storeJoins } from './course-matching.ts';
import { newsPath } from '../course-paths.ts';
import { selectShowsGrades } from '../courses.queries.ts';
import { clientOf, connectors, decryptTokens, encryptTokens } from './lms-clients.ts';
import { Copies, encryptCopy, encryptTitle, resourceOf, wholeWork } from './lms-copies.ts';
import * as queries from './lms.queries.ts';
import { announcementNews, workNews, type CourseNews } from './lms.rules.ts';

/** Seconds for which a reading is in hand; it is renewed before calls, so it must be longer than a call with its waiting. */
const leaseSeconds = 120;
/** Milliseconds for which whoever has found it in hand asks no more: so long a grant that ended meanwhile may still be used. */
const heldMs = 2_000;
/** Minutes for which it rests after the system asked us to wait and did not say how long. */
const restMinutes = 10;

const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000);

/** Another server has taken over, or the grant has ended meanwhile: what was read is dropped. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Tells the person what is new, in the transaction that stores it: so each change is told once. Events are stored in clear, so a grade
 * stands in them only when the person wants grades in notifications.
 */
const notifyOf = async (
  context: Context,
  user: number,
  course: { readonly id: string; readonly number: string },
  news: readonly CourseNews[],
): Promise<void> => {
  const isShown =
    news.some(({ grade }) => grade !== null) &&
    (await selectShowsGrades(context.db, [user])).has(user);
  for (const one of news)
    await emit(context, 'course_news', {
      kind: one.kind,
      key: one.key,
      people: [user],
      item: `lms-${course.id}-${one.item}`,
      mark: one.mark,
      title: one.title,
      course: course.number,
      path: newsPath(`lms-${course.id}`, one),
      grades: one.grade === null || !isShown ? null : { [user]: one.grade },
    });
};

interface Work {
  readonly scope: Scope;
  readonly user: number;
  readonly lease: string;
  readonly now: Date;
  /** When it was last found in hand, by `performance.now()`. */
  readonly held: { at: number };
}

/** Runs when the reading is still in hand; what it writes and tells is one transaction. */
const whileHeld = ({ scope, user, lease, held }: Work, work: (context: Context) => Promise<void>) =>
  transact(scope, async (context) => {
    const until = later(context.clock.now(), leaseSeconds);
    if (!(await queries.holdLease(context.db, user, lease, until))) throw new LeaseLost();
    held.at = performance.now();
    await work(context);
  });

/** Finds out whether the reading is still in hand, unless that was known a moment ago: most calls follow one another. */
const stillHeld = async (work: Work): Promise<void> => {
  if (performance.now() - work.held.at >= heldMs) await whileHeld(work, () => Promise.resolve());
};

const store = async <K extends LmsKindOfContent>(
  { user, now }: Work,
  context: Context,
  { kind, course }: { kind: K; course?: string | undefined },
  { content, etags }: { content: LmsContent[K]; etags: readonly string[] },
): Promise<void> => {
  const resource = resourceOf(kind, course);
  await queries.upsertCopy(
    context.db,
    context.school.school_id,
    user,
    { resource, etags: [...etags], content: encryptCopy(context, user, resource, content) },
    now,
  );
};

/** The dates of a course, for calendars and reminders. */
const storeDue = (
  { user, now }: Work,
  context: Context,
  course: string,
  whole: ReturnType<typeof wholeWork>,
): Promise<void> =>
  queries.replaceDue(
    context.db,
    context.school.school_id,
    user,
    course,
    whole.items.flatMap((item) =>
      item.dueAt === null
        ? []
        : [
            {
              item: item.id,
              kind: item.kind,
              title: encryptTitle(context, user, item.title),
              dueAt: item.dueAt,
              isDone: ['submitted', 'graded', 'excused'].includes(item.state ?? ''),
            },
          ],
    ),
    now,
  );

/** What a person may not see there leaves the rest alone; it is remembered and said. */
const orForbidden = async <K extends LmsKindOfContent>(
  forbidden: { any: boolean },
  ask: Promise<LmsAnswer<K>>,
): Promise<LmsAnswer<K>> => {
  try {
    return await ask;
  } catch (error) {
    if (!(error instanceof LmsFailed) || error.reason !== 'forbidden') throw error;
    forbidden.any = true;
    return { is: 'same' };
  }
};

const readAll = async (
  work: Work,
  reading: LmsReading,
  copies: Copies,
  connector: (typeof connectors)[keyof typeof connectors],
): Promise<{ isForbidden: boolean }> => {
  const { user, now } = work;
  const forbidden = { any: false };
  const listed = await connector.courses(reading, copies.etags('courses'));
  const courses = listed.is === 'new' ? listed.content : (copies.courses() ?? []);
  if (listed.is === 'new')
    await whileHeld(work, async (context) => {
      await store(work, context, { kind: 'courses' }, listed);
      await queries.deleteOtherCopies(
        context.db,
        user,
        listed.content.map(({ id }) => id),
      );
    });
  // Also where the list has not changed: the school's sections may have.
  await whileHeld(work, ({ db, school }) => storeJoins(db, school.school_id, user, courses));
  for (const course of courses) {
    const { id } = course;
    const asked = await orForbidden(
      forbidden,
      connector.work(reading, id, copies.etags('work', id)),
    );
    const quizzes = await orForbidden(
      forbidden,
      connector.quizzes(reading, id, copies.etags('quizzes', id)),
    );
    const links = await orForbidden(
      forbidden,
      connector.links(reading, id, copies.etags('links', id)),
    );
    if (asked.is === 'same' && quizzes.is === 'same' && links.is === 'same') continue;
    await whileHeld(work, async (context) => {
      const { db } = context;
      for (const [kind, answer] of [
        ['work', asked],
        ['quizzes', quizzes],
        ['links', links],
      ] as const) {
        if (answer.is === 'gone') await queries.deleteCopy(db, user, resourceOf(kind, id));
        if (answer.is === 'new') await store(work, context, { kind, course: id }, answer as never);
      }
      const before = copies.work(id);
      const after = asked.is === 'new' ? asked.content : asked.is === 'gone' ? null : before;
      const quizzesBefore = copies.quizzes(id);
      const quizzesNow =
        quizzes.is === 'new' ? quizzes.content : quizzes.is === 'gone' ? null : quizzesBefore;
      await storeDue(work, context, id, wholeWork(after, quizzesNow));
      if (after === null || before === null || course.role !== 'student') return;
      // Quizzes that were never read before are no news, as with all else.
      const known = quizzesBefore === null ? null : quizzesNow;
      await notifyOf(
        context,
        user,
        course,
        workNews(wholeWork(before, quizzesBefore), wholeWork(after, known), now),
      );
    });
  }
  if (courses.length > 0) {
    const ids = courses.map(({ id }) => id);
    const announced = await orForbidden(
      forbidden,
      connector.announcements(reading, ids, copies.etags('announcements')),
    );
    if (announced.is === 'new')
      await whileHeld(work, async (context) => {
        await store(work, context, { kind: 'announcements' }, announced);
        const news = announcementNews(copies.announcements(), announced.content, now);
        // Teachers and assistants know what they announce.
        for (const course of courses.filter(({ role }) => role === 'student'))
          await notifyOf(
            context,
            user,
            course,
            news.filter((one) => one.course === course.id),
          );
      });
  }
  return { isForbidden: forbidden.any };
};

/** A way to get another access token while the reading is in hand. */
const renewing =
  (
    work: Work,
    held: { tokens: Pick<LmsTokens, 'access' | 'refresh'> },
    renew: (refresh: string) => Promise<LmsTokens>,
  ) =>
  async (): Promise<void> => {
    const { scope, user, lease } = work;
    if (held.tokens.refresh === null) throw new LmsFailed('ended');
    const next = await renew(held.tokens.refresh);
    const isStored = await transact(scope, ({ db }) =>
      queries.updateTokens(db, user, lease, {
        tokens: encryptTokens(scope, user, next),
        expiresAt: next.expiresAt,
      }),
    );
    if (!isStored) throw new LeaseLost();
    held.tokens = next;
  };

/** How long after a reading was tried another may be: somebody pressed the button, looked at a page, or nobody did. */
const restMs = {
  pressed: 15_000,
  seen: courseLimits.freshMinutes * 60_000,
  polled: 30 * 60_000,
} as const;

/** What a reading came to. `busy`: another is under way, or it was done within minutes. */
export type ReadingOutcome = 'read' | 'failed' | 'ended' | 'busy';

/**
 * Reads the learning system for one person. However many servers are asked to, one does, and it makes one call after another. Never
 * inside a transaction. `why`: how soon after the last time.
 */
export const readLms = async (
  scope: Scope,
  user: number,
  why: keyof typeof restMs,
): Promise<ReadingOutcome> => {
  const now = scope.clock.now();
  const lease = randomUUID();
  const taken = await transact(scope, async ({ db }) => {
    const system = await queries.selectSystem(db);
    if (system === undefined || !system.is_on) return undefined;
    const grant = await queries.takeLease(db, user, {
      lease,
      until: later(now, leaseSeconds),
      now,
      triedBefore: new Date(now.getTime() - restMs[why]),
    });
    if (grant === undefined) return undefined;
    return { system, grant, copies: await queries.selectCopies(db, user) };
  });
  if (taken === undefined) return 'busy';
  const { system, grant } = taken;
  const work: Work = { scope, user, lease, now, held: { at: performance.now() } };
  const release = (outcome: {
    readAt: Date | null;
    problem: string | null;
    retryAt: Date | null;
  }) => transact(scope, ({ db }) => queries.releaseLease(db, user, lease, outcome));
  const end = (reason: 'revoked' | 'replaced') =>
    transact(scope, ({ db }) => queries.updateEnded(db, user, reason, now, lease));
  const client = clientOf(scope, system);
  const tokens = decryptTokens(scope, user, grant.tokens);
  if (tokens === null || grant.generation !== system.generation) {
    await end('replaced');
    return 'ended';
  }
  if (client === null) {
    await release({ readAt: null, problem: 'forbidden', retryAt: null });
    return 'failed';
  }
  const connector = connectors[system.kind];
  const held = { tokens };
  const renew = renewing(work, held, (refresh) =>
    connector.renew(scope.outbound, client, refresh, scope.clock.now()),
  );
  try {
    // A token that runs out while we read is renewed before.
    if (grant.expires_at !== null && grant.expires_at <= later(now, 60)) await renew();
    const { isForbidden } = await readAll(
      work,
      {
        outbound: scope.outbound,
        client,
        now,
        accessToken: () => held.tokens.access,
        renew,
        beforeCall: () => stillHeld(work),
        wait: (milliseconds) => delay(milliseconds),
      },
      new Copies(scope, user, taken.copies),
      connector,
    );
    await release({ readAt: now, problem: isForbidden ? 'forbidden' : null, retryAt: null });
    return 'read';
  } catch (error) {
    if (error instanceof LeaseLost) return 'busy';
    if (!(error instanceof LmsFailed)) {
      await release({ readAt: null, problem: 'answer', retryAt: null });
      throw error;
    }
    if (error.reason === 'ended') {
      await end('revoked');
      return 'ended';
    }
    const rest = error.seconds ?? (error.reason === 'throttled' ? restMinutes * 60 : null);
    await release({
      readAt: null,
      problem: error.reason,
      retryAt: rest === null ? null : later(now, Math.min(rest, 3_600)),
    });
    return 'failed';
  }
};
