import { memberOf, transact } from '../../../kernel/context.ts';
import type { CalendarRow } from '../../../kernel/feature.ts';
import type { Call } from '../../../kernel/handle.ts';
import type { DocumentReply, Documents } from '../../../kernel/http/documents.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countInMemory, networkOf } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { fileAnswer, personKey, writeCalendarFile } from '../../calendar/calendar-files.ts';
import { icsOfRows } from '../../calendar/ics-files.ts';
import { seenEvent } from '../event-access.ts';
import type { EventRow } from '../events.queries.ts';
import { selectMore, selectPublicRows, type PublicRowsOf } from './event-files.queries.ts';

/** Converts an event to a calendar row: the same item as in the attendees' personal feeds. */
const rowOf = (
  event: EventRow,
  more: CalendarRow['more'],
  original: string | null,
): CalendarRow => ({
  kind: event.club_id !== null && event.audience === 'members' ? 'club' : 'event',
  id: String(event.id),
  title: event.title,
  location: event.location === '' ? null : event.location,
  url: `/events/${event.id}`,
  series: event.series,
  only: original === null ? null : [original],
  is_tentative: false,
  is_canceled: event.status === 'canceled' && event.canceled === null,
  more,
  revision: event.revision,
  updated_at: event.updated_at,
});

/** Returns the calendar file of an event that the caller can see, or with `original` of one date. */
export const fileOfEvent = (
  { origin, tokens, schoolId }: Pick<Call, 'tokens' | 'schoolId' | 'origin'>,
  event: EventRow,
  more: CalendarRow['more'],
  original: string | null,
): string =>
  icsOfRows({ name: event.title, rows: [rowOf(event, more, original)], origin, tokens, schoolId });

/** Maximum files per network, because anyone can read them and writing many events takes time. */
const reads = { max: 300, seconds: 600 };

const answer = async (
  scope: Parameters<Documents['open']>[0],
  { header, origin, address }: Parameters<Documents['open']>[1],
  of: PublicRowsOf,
): Promise<DocumentReply> => {
  await countInMemory(scope, `event-files:${scope.school.school_id}:${networkOf(address)}`, reads);
  const { rows, name } = await transact(
    scope,
    ({ db, clock }) => selectPublicRows(db, of, clock.now()),
    { readOnly: true },
  );
  if (name === null) throw problem('not_found');
  const title = name === '' ? scope.school.name : name;
  const written = await writeCalendarFile(scope, `from:${networkOf(address)}`, {
    file: { name: title, rows, origin, schoolId: scope.school.school_id },
    mark: [title, origin],
    match: header('if-none-match'),
  });
  return fileAnswer(written, {
    'Cache-Control': 'public, max-age=300, must-revalidate',
    Vary: 'Cookie, Authorization',
  });
};

/**
 * Serves `GET /events/{id}.ics`. Anyone gets a public event; other events need sign-in and permission. `occurrence` selects one
 * time of a recurring event.
 */
const eventFile: Documents = {
  name: 'events.file',
  path: '/events/:id.ics',
  methods: ['GET', 'HEAD'],
  readsSession: true,
  open: async (scope, request) => {
    const { params, query, header, origin, address } = request;
    const id = idOf(params.id ?? '');
    if (scope.actor.kind !== 'member') return answer(scope, request, { event: id });
    await countInMemory(
      scope,
      `event-files:${scope.school.school_id}:${networkOf(address)}`,
      reads,
    );
    const { event, more, original } = await transact(
      scope,
      async (context) => {
        const me = memberOf(context);
        const caller = { ...context, me, now: context.clock.now() };
        const row = await seenEvent(caller, String(id), query.occurrence);
        return {
          event: row,
          more: await selectMore(context.db, row.id),
          original: query.occurrence === undefined ? null : row.original,
        };
      },
      { readOnly: true },
    );
    const written = await writeCalendarFile(scope, personKey(scope, memberOf(scope).userId), {
      file: {
        name: event.title,
        rows: [rowOf(event, more, original)],
        origin,
        schoolId: scope.school.school_id,
      },
      mark: [event.title, origin],
      match: header('if-none-match'),
    });
    return fileAnswer(written, {
      'Cache-Control': 'private, max-age=300',
      Vary: 'Cookie, Authorization',
    });
  },
};

const documents = (
  name: string,
  path: string,
  of: (params: Readonly<Record<string, string>>) => PublicRowsOf,
): Documents => ({
  name,
  path,
  methods: ['GET', 'HEAD'],
  open: (scope, request) => answer(scope, request, of(request.params)),
});

/** Serves calendar files: one event, and the public events of a club, a hub, or the school. */
export const eventDocuments: readonly Documents[] = [
  eventFile,
  documents('events.club-file', '/clubs/:id/events.ics', ({ id = '' }) => ({ club: idOf(id) })),
  documents('events.hub-file', '/hubs/:id/events.ics', ({ id = '' }) => ({ hub: idOf(id) })),
  documents('events.school-file', '/events.ics', () => ({ school: true })),
];
