import { calendarLimits } from '#contract/calendar/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { problem, Problem } from '../../../kernel/http/problem.ts';
import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { charsetOf } from '../../../kernel/time/ics-lines.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { asTimeProblem } from '../time-problems.ts';
import { readCalendarFile } from '../calendar-files.ts';
import type { PreparedCalendar } from './subscribed-events.ts';
import {
  selectAddress,
  updateFailed,
  updateRead,
  updateUnchanged,
  type Validators,
} from './subscriptions.queries.ts';

/** Maximum redirects. Each address is checked like the first, so that none leads into a private network. */
const hopsMost = 4;
/** Maximum milliseconds including redirects. */
const patienceMs = 10_000;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The context of the encrypted address, which can't be decrypted elsewhere. */
export const encryptionContext = 'calendar-subscription';

/** Converts `webcal` to https, which it means. */
export const calledAddress = (url: string): string => url.trim().replace(/^webcals?:/i, 'https:');

/** The response of the server. Null if the file hasn't changed. */
export interface FetchResult {
  readonly calendar: PreparedCalendar;
  readonly validators: Validators;
}

/** Error codes for failed calls. */
const codes: Readonly<Record<OutboundError['reason'], ErrorCode>> = {
  address: 'calendar_address',
  private: 'calendar_address_private',
  unreachable: 'calendar_unreachable',
  timeout: 'calendar_unreachable',
  size: 'ics_too_large',
};

/** Converts expected errors to problems. Others are unchanged. */
export const readingProblem = (error: unknown): unknown => {
  if (error instanceof OutboundError) return problem(codes[error.reason]);
  return error instanceof TimeError ? asTimeProblem(error) : error;
};

const ask = async (scope: Scope, url: string, marks: Validators): Promise<Response> => {
  const until = Date.now() + patienceMs;
  let at = url;
  for (let hop = 0; hop <= hopsMost; hop += 1) {
    const seconds = (until - Date.now()) / 1_000;
    if (seconds <= 0) throw new OutboundError('timeout');
    const answer = await scope.pages(at, {
      headers: {
        accept: 'text/calendar, */*;q=0.1',
        ...(marks.etag !== null && { 'if-none-match': marks.etag }),
        ...(marks.lastModified !== null && { 'if-modified-since': marks.lastModified }),
      },
      seconds,
      bytesRead: calendarLimits.icsBytes + 1,
    });
    if (!redirects.has(answer.status)) return answer;
    const next = URL.parse(answer.headers.get('location') ?? '', at);
    if (next === null) throw new OutboundError('address');
    at = calledAddress(next.href);
  }
  throw new OutboundError('unreachable');
};

/** Fetches a calendar from another server; returns null if it hasn't changed. `key` is that of `inCalendarThread`. Never call this in a transaction. */
export const fetchCalendar = async (
  scope: Scope,
  { key, url }: { key: string; url: string },
  marks: Validators,
): Promise<FetchResult | null> => {
  try {
    const answer = await ask(scope, url, marks);
    if (answer.status === 304) return null;
    if (!answer.ok) throw problem('calendar_refused', { answer: answer.status });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > calendarLimits.icsBytes) throw new OutboundError('size');
    const header = (name: string, most: number) => {
      const value = answer.headers.get(name);
      return value !== null && value.length <= most ? value : null;
    };
    const charset = charsetOf(answer.headers.get('content-type'));
    const calendar = await readCalendarFile(scope, key, bytes, charset);
    // The transfer was cut off, so the last synced version is more complete.
    if (calendar.isCutOff) throw problem('ics_syntax');
    return {
      calendar,
      validators: { etag: header('etag', 500), lastModified: header('last-modified', 100) },
    };
  } catch (error) {
    throw readingProblem(error);
  }
};

/** Minimum minutes between automatic syncs of a calendar, because an event can be handled twice. */
const restMinutes = 30;

/** Syncs a subscribed calendar. If that fails, keeps the last version and stores the reason. */
export const readSubscription = async (
  scope: Scope,
  id: number,
  { isAsked = false } = {},
): Promise<void> => {
  const now = scope.clock.now();
  const row = await transact(scope, ({ db }) => selectAddress(db, id), { readOnly: true });
  if (row === undefined || row.encrypted_url === null) return;
  const isFresh =
    row.attempted_at !== null && now.getTime() - row.attempted_at.getTime() < restMinutes * 60_000;
  if (isFresh && !isAsked) return;
  const url = scope.tokens.decrypt(encryptionContext, row.encrypted_url);
  try {
    if (url === null) throw problem('calendar_address');
    const marks = { etag: row.etag, lastModified: row.last_modified };
    const fetched = await fetchCalendar(scope, { key: `subscription:${id}`, url }, marks);
    await transact(scope, ({ db }) =>
      fetched === null
        ? updateUnchanged(db, id, now)
        : updateRead(db, id, fetched.calendar, fetched.validators, now),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await transact(scope, ({ db }) => updateFailed(db, id, error.code, now));
  }
};
