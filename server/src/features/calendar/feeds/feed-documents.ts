import { transact } from '../../../kernel/context.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import type { CalendarHost, CalendarRow } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { chargeTo } from '../../../kernel/security/load-budget.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { calendarParts, openTitles, type CalendarScope } from '../calendar-reading.ts';
import {
  ownPart,
  selectEntryMarks,
  selectRows,
  selectRowsOfHost,
  type EntryMarks,
} from '../calendar.queries.ts';
import { fileAnswer, personKey, writeCalendarFile } from '../calendar-files.ts';
import { feedSpan } from './feed-span.ts';
import { selectFeedOf } from './feeds.queries.ts';

/** Maximum items of a feed. */
const rowsMost = 10_000;

/** Returns the rows of a feed, for files and CalDAV. */
export const feedRows = async (
  scope: CalendarScope,
  me: number,
  kinds: readonly CalendarRow['kind'][] | null,
  now: Date,
): Promise<{ rows: CalendarRow[]; marks: ReadonlyMap<string, EntryMarks> }> => {
  const span = feedSpan(now);
  const asked = { parts: calendarParts(), me, span, most: rowsMost };
  // A feature's part can have items of several kinds.
  const rows = await selectRows(scope.db, asked, (page) =>
    openTitles(scope, me, page).filter(({ kind }) => kinds === null || kinds.includes(kind)),
  );
  const marks = await selectEntryMarks(scope.db, me, span);
  rows.sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1));
  return { rows, marks: new Map(marks.map((mark) => [mark.id, mark])) };
};

/** The time of all personal events. */
const always = { from: new Date(Date.UTC(1800, 0)), to: new Date(Date.UTC(2300, 0)) };

/** Returns all personal events of a person, for the calendar that programs can change. */
export const personalRows = async (
  scope: CalendarScope,
  me: number,
): Promise<{ rows: CalendarRow[]; marks: ReadonlyMap<string, EntryMarks> }> => {
  const asked = { parts: [ownPart], me, span: always, most: rowsMost };
  const rows = await selectRows(scope.db, asked, (page) => page);
  const marks = await selectEntryMarks(scope.db, me, always);
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { rows, marks: new Map(marks.map((mark) => [mark.id, mark])) };
};

/** Returns the rows of a club's or hub's feed. */
const hostRows = async (
  scope: CalendarScope,
  me: number,
  host: CalendarHost,
  now: Date,
): Promise<{ rows: CalendarRow[]; marks: ReadonlyMap<string, EntryMarks> }> => {
  const rows = await selectRowsOfHost(scope.db, calendarParts(), me, host, feedSpan(now), rowsMost);
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { rows, marks: new Map() };
};

/** Requests per address. Several devices and apps can share one and sync every few minutes. */
const readings = { max: 120, seconds: 600 };

/** `GET /calendar/{secret}.ics`: the address gives access to the calendar. */
const feed: Documents = {
  name: 'calendar-feeds.read',
  path: '/calendar/:secret.ics',
  methods: ['GET', 'HEAD'],
  open: async (scope, { params, header, origin }) => {
    const { secret = '' } = params;
    const now = scope.clock.now();
    const hash = scope.tokens.hash(secret);
    await countInMemory(scope, `calendar-feed:${hash.toString('base64url')}`, readings);
    const read = await transact(scope, async (context) => {
      const { db } = context;
      const opened = await selectFeedOf(db, hash, now);
      if (opened === undefined) return undefined;
      chargeTo(scope, opened.user_id);
      const { user_id: owner, kinds, club_id: club, hub_id: hub } = opened;
      const host = club !== null ? { club } : hub !== null ? { hub } : null;
      return {
        opened,
        ...(await (host === null
          ? feedRows(context, owner, kinds, now)
          : hostRows(context, owner, host, now))),
      };
    });
    // A revoked address is like an unknown one.
    if (read === undefined) throw problem('not_found');
    const { opened, rows, marks } = read;
    const written = await writeCalendarFile(scope, personKey(scope, opened.user_id), {
      file: {
        name: opened.name,
        rows,
        marks,
        origin,
        schoolId: scope.school.school_id,
        alarm: opened.alarm,
      },
      mark: [opened.name, opened.alarm, origin, [...marks.values()]],
      match: header('if-none-match'),
    });
    return fileAnswer(written, {
      'Cache-Control': 'private, max-age=300, must-revalidate',
      'X-Robots-Tag': 'noindex',
    });
  },
};

export const feedDocuments: readonly Documents[] = [feed];
