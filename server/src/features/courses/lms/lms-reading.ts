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
import { LmsCopies, encryptCopy, encryptTitle, resourceOf, wholeWork } from './lms-copies.ts';
import * as queries from './lms.queries.ts';
import { announcementChanges, workChanges, type CourseChange } from './lms.rules.ts';

/** Seconds of a lease. It is renewed before calls, so it must be longer than a call including waits. */
const leaseSeconds = 120;
/** Milliseconds for which a lease check is cached. A grant that ended can still be used that long. */
const heldMs = 2_000;
/** Minutes to pause after the system asked us to wait without a duration. */
const restMinutes = 10;

const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000);

/** Another server has taken over, or the grant has ended, so the synced data is dropped. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Notifies the person of changes, in the transaction that stores it, so that each change is notified once. Events aren't encrypted, so they
 * contain a grade only if the person wants grades in notifications.
 */
const notifyOf = async (
  context: Context,
  user: number,
  course: { readonly id: string; readonly number: string },
  changes: readonly CourseChange[],
): Promise<void> => {
  const isShown =
    changes.some(({ grade }) => grade !== null) &&
    (await selectShowsGrades(context.db, [user])).has(user);
  for (const one of changes)
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
  /** Time of the last lease check, by `performance.now()`. */
  readonly held: { at: number };
}

/** Runs if the lease is still held. Its writes and events are one transaction. */
const whileHeld = ({ scope, user, lease, held }: Work, work: (context: Context) => Promise<void>) =>
  transact(scope, async (context) => {
    const until = later(context.clock.now(), leaseSeconds);
    if (!(await queries.holdLease(context.db, user, lease, until))) throw new LeaseLost();
    held.at = performance.now();
    await work(context);
  });

/** Checks whether the lease is still held, unless it was checked a moment ago, because most calls follow each other quickly. */
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

/** Stores the due dates of a course, for calendars and reminders. */
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

/** Content that a person isn't allowed to see doesn't affect the rest. It is stored and shown. */
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
  copies: LmsCopies,
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
  // Even if the list hasn't changed, because the school's sections may have.
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
      // Quizzes that were never synced before aren't news, like everything else.
      const known = quizzesBefore === null ? null : quizzesNow;
      await notifyOf(
        context,
        user,
        course,
        workChanges(wholeWork(before, quizzesBefore), wholeWork(after, known), now),
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
        const changes = announcementChanges(copies.announcements(), announced.content, now);
        // Teachers and assistants know their own announcements.
        for (const course of courses.filter(({ role }) => role === 'student'))
          await notifyOf(
            context,
            user,
            course,
            changes.filter((one) => one.course === course.id),
          );
      });
  }
  return { isForbidden: forbidden.any };
};

/** Returns a function that gets another access token while the lease is held. */
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

/** Minimum time between syncs by reason: a click, a page view, or automatic. */
const restMs = {
  pressed: 15_000,
  seen: courseLimits.freshMinutes * 60_000,
  polled: 30 * 60_000,
} as const;

/** The result of a sync. `busy`: another sync is running, or finished within minutes. */
export type ReadingOutcome = 'read' | 'failed' | 'ended' | 'busy';

/**
 * Syncs the LMS for one person. Even if several servers try, only one does, with one call after another. Never call this in a transaction.
 * `why`: determines the minimum time since the last sync.
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
    const grant = await queries.acquireLease(db, user, {
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
    // Renew a token that would expire during the sync.
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
      new LmsCopies(scope, user, taken.copies),
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
