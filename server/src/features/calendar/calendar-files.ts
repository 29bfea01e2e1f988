import { setImmediate } from 'node:timers/promises';
import type { Scope } from '../../kernel/context.ts';
import { addInMemory, checkInMemory, tooManyUntil } from '../../kernel/security/rate-limits.ts';
import { openThread } from '../../kernel/threads.ts';
import type { CalendarRow } from '../../kernel/feature.ts';
import { uidSubject, type IcsFile } from './ics-files.ts';
import type { PreparedCalendar } from './subscriptions/subscribed-events.ts';
import type { DavResult, DavTask, FeedResult, FeedTask, Tasks } from './calendar-thread.ts';

/*
 * Calendar files and CalDAV answers are read and written in a thread: those of 2,000 entries take a second, in which the server answers
 * others.
 */

type Name = keyof Tasks;

const thread = openThread<Tasks[Name]['task'], Tasks[Name]['result']>({
  module: new URL('./calendar-thread.ts', import.meta.url),
  failure: 'a calendar could not be read or written',
  waitingMax: 40,
  taskMs: 20_000,
  idleMs: 60_000,
});

/** Tasks of one key that are under way or wait. */
const waiting = new Map<string, { count: number; last: Promise<unknown> }>();
const waitingMax = 4;
/** Milliseconds of processor time that the tasks of one key may take in a minute: several calendars of 2,000 entries. */
const budget = { max: 4_000, seconds: 60 };
/** Seconds after which a caller with too many may try again. */
const retrySeconds = 5;

/**
 * Does a task in the thread, one at a time for each key, so that one person's calendars don't hold up others'. Refuses with
 * `too_many_requests` while four of the key wait, and past the budget of the key, which is apart from that of calls: a phone that reads a
 * long calendar takes no page away from its owner. Never inside a transaction.
 */
const inCalendarThread = async <K extends Name>(
  at: Pick<Scope, 'pool' | 'clock'>,
  key: string,
  task: Tasks[K]['task'],
): Promise<Tasks[K]['result']> => {
  const own = waiting.get(key) ?? { count: 0, last: Promise.resolve() };
  const subject = `calendar-thread:${key}`;
  checkInMemory(at, subject, budget);
  const now = at.clock.now().getTime();
  if (own.count >= waitingMax) throw tooManyUntil(now + retrySeconds * 1_000, now);
  waiting.set(key, own);
  own.count += 1;
  const run = own.last.then(() => thread.run(task));
  own.last = run.catch(() => undefined);
  try {
    const { result, ms } = await run;
    addInMemory(at, subject, budget, ms);
    // The thread answers a task by its kind.
    return result as Tasks[K]['result'];
  } finally {
    own.count -= 1;
    if (own.count === 0) waiting.delete(key);
  }
};

/** The key of a person's tasks. */
export const personKey = ({ school }: Pick<Scope, 'school'>, userId: number): string =>
  `${school.school_id}:${userId}`;

type WithTokens = Omit<IcsFile, 'tokens' | 'name'>;

/** Marks that are signed without a pause. */
const markedAtOnce = 200;

/** What the thread cannot sign itself: the marks of UIDs, by what they are about. */
const uidMarks = async (
  { tokens, load }: Pick<Scope, 'tokens' | 'load'>,
  schoolId: number,
  rows: readonly CalendarRow[],
): Promise<ReadonlyMap<string, string>> => {
  const marks = new Map<string, string>();
  for (let at = 0; at < rows.length; at += markedAtOnce) {
    load?.begin();
    for (const row of rows.slice(at, at + markedAtOnce)) {
      const about = uidSubject(schoolId, row);
      marks.set(about, tokens.addressSignature(about));
    }
    load?.pause();
    await setImmediate();
  }
  return marks;
};

/** Reads a calendar file in the thread; throws the problem of what is wrong with it. The bytes are given away. */
export const readCalendarFile = (
  scope: Scope,
  key: string,
  bytes: Uint8Array,
  charset: string | undefined,
): Promise<PreparedCalendar> =>
  inCalendarThread<'read'>(scope, key, { kind: 'read', bytes, charset, now: scope.clock.now() });

/** Writes a calendar file, or says that it is what the program has already. `key`: of the person, or the network of a visitor. */
export const writeCalendarFile = async (
  scope: Scope,
  key: string,
  {
    file,
    ...more
  }: Omit<FeedTask, 'kind' | 'file' | 'uids'> & { file: WithTokens & { name: string } },
): Promise<FeedResult> =>
  inCalendarThread<'feed'>(scope, key, {
    ...more,
    kind: 'feed',
    file,
    uids: await uidMarks(scope, file.schoolId, file.rows),
  });

/** Answers a request of CalDAV. */
export const answerDav = async (
  scope: Scope,
  key: string,
  task: Omit<DavTask, 'kind' | 'uids'>,
): Promise<DavResult> =>
  inCalendarThread<'dav'>(scope, key, {
    ...task,
    kind: 'dav',
    uids: await uidMarks(scope, task.file.schoolId, task.file.rows),
  });

/** The answer with a calendar file, or 304 where the program has it. */
export const fileAnswer = (
  { etag, body }: FeedResult,
  headers: Readonly<Record<string, string>>,
) => ({
  status: body === null ? 304 : 200,
  headers: {
    ...headers,
    ETag: etag,
    ...(body !== null && { 'Content-Type': 'text/calendar; charset=utf-8' }),
  },
  body,
});
