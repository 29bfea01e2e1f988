import { createHash } from 'node:crypto';
import { transact } from '../../../kernel/context.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import type { CalendarPlace, CalendarRow } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { calendarParts, openTitles, type CalendarScope } from '../calendar-reading.ts';
import {
  selectEntryMarks,
  selectRows,
  selectRowsOfPlace,
  type EntryMarks,
} from '../calendar.queries.ts';
import { icsOfRows } from '../ics-files.ts';
import { selectFeedOf } from './feeds.queries.ts';

const dayMs = 86_400_000;
/** Of the past so many days, and of what is to come so many: programs keep what they have. */
export const feedDays = { past: 92, ahead: 730 };
/** Things of one feed at most. */
const rowsMost = 10_000;

export const feedSpan = (now: Date) => ({
  from: new Date(now.getTime() - feedDays.past * dayMs),
  to: new Date(now.getTime() + feedDays.ahead * dayMs),
});

/** The rows of a feed, as files and CalDAV have them. */
export const feedRows = async (
  scope: CalendarScope,
  me: number,
  kinds: readonly CalendarRow['kind'][] | null,
  now: Date,
): Promise<{ rows: CalendarRow[]; marks: ReadonlyMap<string, EntryMarks> }> => {
  const span = feedSpan(now);
  const [all, marks] = await Promise.all([
    selectRows(scope.db, calendarParts(), me, span, rowsMost),
    selectEntryMarks(scope.db, me, span),
  ]);
  // A feature may bring things of several kinds.
  const rows = openTitles(scope, me, all).filter(
    ({ kind }) => kinds === null || kinds.includes(kind),
  );
  rows.sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1));
  return { rows, marks: new Map(marks.map((mark) => [mark.id, mark])) };
};

/** What a club or hub puts on, of a feed of it. */
const placeRows = async (
  scope: CalendarScope,
  me: number,
  place: CalendarPlace,
  now: Date,
): Promise<{ rows: CalendarRow[]; marks: ReadonlyMap<string, EntryMarks> }> => {
  const rows = await selectRowsOfPlace(
    scope.db,
    calendarParts(),
    me,
    place,
    feedSpan(now),
    rowsMost,
  );
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { rows, marks: new Map() };
};

/** Says whether anything of it has changed, without writing it. */
export const tagOfRows = (rows: readonly CalendarRow[], more: unknown): string => {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const row of rows)
    hash.update(
      JSON.stringify([
        row.kind,
        row.id,
        row.revision,
        row.updated_at.getTime(),
        row.title,
        row.location,
        row.url,
        row.series,
        row.only,
        row.is_tentative,
        row.is_canceled,
        row.more,
      ]),
    );
  return `"${hash.digest('base64url').slice(0, 27)}"`;
};

const isSame = (header: string | undefined, tag: string): boolean =>
  header
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*') ?? false;

/** `GET /calendar/{secret}.ics`: whoever has the address reads the calendar. */
const feed: Documents = {
  name: 'calendar-feeds.read',
  path: '/calendar/:secret.ics',
  methods: ['GET', 'HEAD'],
  open: async (scope, { params, header, origin }) => {
    const { secret = '' } = params;
    const now = scope.clock.now();
    const read = await transact(scope, async (context) => {
      const { db } = context;
      const opened = await selectFeedOf(db, scope.tokens.hash(secret), now);
      if (opened === undefined) return undefined;
      const { user_id: owner, kinds, club_id: club, hub_id: hub } = opened;
      const place = club !== null ? { club } : hub !== null ? { hub } : null;
      return {
        opened,
        ...(await (place === null
          ? feedRows(context, owner, kinds, now)
          : placeRows(context, owner, place, now))),
      };
    });
    // An address that was revoked is as one that never was.
    if (read === undefined) throw problem('not_found');
    const { opened, rows, marks } = read;
    const own = [...marks.values()];
    const etag = tagOfRows(rows, [opened.name, opened.alarm, origin, own]);
    const headers = {
      ETag: etag,
      'Cache-Control': 'private, max-age=300, must-revalidate',
      'X-Robots-Tag': 'noindex',
    };
    if (isSame(header('if-none-match'), etag)) return { status: 304, headers, body: null };
    const body = icsOfRows({
      name: opened.name,
      rows,
      marks,
      origin,
      tokens: scope.tokens,
      schoolId: scope.school.school_id,
      alarm: opened.alarm,
    });
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
      body,
    };
  },
};

export const feedDocuments: readonly Documents[] = [feed];
