import type { Scope } from '../../kernel/context.ts';
import { addInMemory, checkInMemory, rateLimitError } from '../../kernel/security/rate-limits.ts';
import { openThread } from '../../kernel/threads.ts';
import { openTurns } from '../../kernel/turns.ts';
import type { CalendarRow } from '../../kernel/feature.ts';
import { uidSubject, type IcsFile } from './ics-files.ts';
import type { PreparedCalendar } from './subscriptions/subscribed-events.ts';
import type { DavResult, DavTask, FeedResult, FeedTask, Tasks } from './calendar-thread.ts';
import type { PutInput, PutResult } from './dav/dav-entries.ts';
import type { EditInput, EditPlan } from './entries/entry-edits.ts';

/*
 * Reads and writes calendar files and CalDAV responses in a thread. A calendar with 2,000 entries takes a second, which would
 * block the event loop.
 */

type Name = keyof Tasks;

const thread = openThread<Tasks[Name]['task'], Tasks[Name]['result']>({
  module: new URL('./calendar-thread.ts', import.meta.url),
  failure: 'a calendar could not be read or written',
  waitingMax: 40,
  taskMs: 20_000,
  idleMs: 60_000,
});

/** Running and waiting tasks of each key. */
const waiting = new Map<string, { count: number; last: Promise<unknown> }>();
const waitingMax = 4;
/** Processor time in milliseconds that the tasks of a key can use per minute: enough for several calendars of 2,000 entries. */
const budget = { max: 4_000, seconds: 60 };
/** Time limit in milliseconds for one event, which is small. It includes the start of the thread. */
const fileMs = 5_000;
/** Seconds until a caller with too many tasks can try again. */
const retrySeconds = 5;

/**
 * Runs a task in the thread. Tasks of the same key run one at a time, so that one person's calendars don't delay others. Throws
 * `too_many_requests` if four tasks of the key are waiting or its budget is used up. This budget is separate from the one for
 * calls, so a phone that syncs a long calendar doesn't lock its owner out of the site. Never call this in a transaction.
 */
const inCalendarThread = async <K extends Name>(
  at: Pick<Scope, 'pool' | 'clock'>,
  key: string,
  task: Tasks[K]['task'],
  taskMs?: number,
): Promise<Tasks[K]['result']> => {
  const own = waiting.get(key) ?? { count: 0, last: Promise.resolve() };
  const subject = `calendar-thread:${key}`;
  checkInMemory(at, subject, budget);
  const now = at.clock.now().getTime();
  if (own.count >= waitingMax) throw rateLimitError(now + retrySeconds * 1_000, now);
  waiting.set(key, own);
  own.count += 1;
  const run = own.last.then(() => {
    // Failed tasks count, too.
    const onEnd = (ms: number) => addInMemory(at, subject, budget, Math.ceil(ms));
    return thread.run(task, [], { taskMs, onEnd });
  });
  own.last = run.catch(() => undefined);
  try {
    const { result } = await run;
    // The kind of the task determines the type of the result.
    return result as Tasks[K]['result'];
  } finally {
    own.count -= 1;
    if (own.count === 0) waiting.delete(key);
  }
};

/** Returns the queue key for a person's tasks. */
export const personKey = ({ school }: Pick<Scope, 'school'>, userId: number): string =>
  `${school.school_id}:${userId}`;

type WithTokens = Omit<IcsFile, 'tokens' | 'name'>;

/** Signs the UIDs of all rows, because the thread doesn't have the key. Returns the signatures by subject. */
const uidMarks = async (
  { tokens, load }: Pick<Scope, 'tokens' | 'load'>,
  schoolId: number,
  rows: readonly CalendarRow[],
): Promise<ReadonlyMap<string, string>> => {
  const marks = new Map<string, string>();
  load?.begin();
  const endTurn = openTurns(load);
  for (const row of rows) {
    const about = uidSubject(schoolId, row);
    marks.set(about, tokens.addressSignature(about));
    await endTurn();
  }
  load?.pause();
  return marks;
};

/** Reads a calendar file in the thread and throws if the file is invalid. The bytes are transferred, so don't use them later. */
export const readCalendarFile = (
  scope: Scope,
  key: string,
  bytes: Uint8Array,
  charset: string | undefined,
): Promise<PreparedCalendar> =>
  inCalendarThread<'read'>(scope, key, { kind: 'read', bytes, charset, now: scope.clock.now() });

/** Writes a calendar file in the thread, unless the client already has it. `key` identifies the person, or a visitor's network. */
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

/** Answers a CalDAV request in the thread. */
export const answerDav = async (
  scope: Scope,
  key: string,
  task: Omit<DavTask, 'kind' | 'uids'>,
): Promise<DavResult> => {
  const { campus, personal } = task.files;
  const rows = [...(campus?.rows ?? []), ...(personal?.rows ?? [])];
  const { school_id: school } = scope.school;
  const uids = await uidMarks(scope, school, rows);
  return inCalendarThread<'dav'>(scope, key, { ...task, kind: 'dav', uids });
};

/** Reads an event that a calendar program stores, in the thread. */
export const readDavFile = (scope: Scope, key: string, input: PutInput): Promise<PutResult> =>
  inCalendarThread<'put'>(scope, key, { ...input, kind: 'put' }, fileMs);

/** Computes an edit of an entry with a file in the thread. */
export const editDavFile = (scope: Scope, key: string, input: EditInput): Promise<EditPlan> =>
  inCalendarThread<'edit'>(scope, key, { ...input, kind: 'edit' }, fileMs);

/** Returns the calendar file, or 304 if the client already has it. */
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
