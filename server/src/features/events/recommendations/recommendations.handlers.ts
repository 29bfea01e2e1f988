import * as events from '#contract/events/recommendations.endpoints.ts';
import type { EventReason } from '#contract/events/recommendations.endpoints.ts';
import type { EventReasonKind } from '#contract/events/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { ok } from '../../../kernel/sql.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { readZone } from '../../../kernel/time/zones.ts';
import { faceView, fileUrl } from '../../people/people.views.ts';
import { seenEvent } from '../event-access.ts';
import { timesView } from '../event-times.ts';
import { timeOfRow } from '../events.views.ts';
import { fitsTimetable, ownBusy } from '../timetable/own-busy.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import * as queries from './recommendations.queries.ts';
import type { CandidateRow } from './recommendations.queries.ts';
import { isRecommended, reasonsOf, scoreOf } from './recommendations.rules.ts';

/** Days ahead in which events are recommended. */
const daysAhead = 60;

/** Maximum people and names in a reason. */
const named = 3;

const people = (count: number): string => `${count} ${count === 1 ? 'connection' : 'connections'}`;

/** Converts a reason with the values of its text. */
const reasonView = (kind: EventReasonKind, row: CandidateRow): EventReason => {
  const of = (names: readonly string[], text: string): EventReason => ({
    kind,
    text,
    names: names.slice(0, named),
    count: names.length,
    people: [],
  });
  switch (kind) {
    case 'clubs':
      return of(row.clubs, `Hosted by ${row.clubs.slice(0, named).join(', ')}`);
    case 'interests':
      return of(row.interests, `Fits your interests: ${row.interests.slice(0, named).join(', ')}`);
    case 'free':
      return { kind, text: 'Free in your timetable', names: [], count: 1, people: [] };
    case 'attended':
      return of(row.attended, `Like what you attended: ${row.attended.slice(0, named).join(', ')}`);
    default:
      return {
        kind,
        text: `${people(row.known)} of yours ${row.known === 1 ? 'goes' : 'go'}`,
        names: [],
        count: row.known,
        people: row.people.slice(0, named).map((one) => faceView(one)),
      };
  }
};

export const recommendationsHandlers = [
  handle(events.listEventRecommendations, async (call, { size }) => {
    const isOn = await queries.selectWants(call.db, call.me.userId);
    if (!isOn) return { isOn, results: [] };
    const to = new Date(call.now.getTime() + daysAhead * day);
    const rows = await queries.selectCandidates(call.db, readerOf(call), to);
    const zone = readZone(rows[0]?.series.zone ?? 'UTC');
    const busy = rows.length === 0 ? [] : await ownBusy(call, { from: call.now, to, zone });
    const results = rows
      .map((row) => ({
        row,
        signals: {
          ...row,
          isFree: fitsTimetable(busy, String(row.id), row.series, timeOfRow(row)),
        },
      }))
      .filter(({ signals }) => isRecommended(signals))
      .map(({ row, signals }) => ({
        row,
        reasons: reasonsOf(signals),
        score: scoreOf(signals),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, size)
      .map(({ row, reasons }) => {
        const { dateStart, dateEnd, ...rest } = timesView(row.series, timeOfRow(row));
        return {
          eventId: String(row.id),
          title: row.title,
          startDate: dateStart,
          endDate: dateEnd,
          ...rest,
          updatedOn: row.updated_at.toISOString(),
          cover: fileUrl(row.cover),
          location: row.location,
          host: row.host ?? call.school.name,
          reasons: reasons.map((kind) => reasonView(kind, row)),
        };
      });
    return { isOn, results };
  }),

  handle(events.dismissRecommendation, async (call, { eventId }) => {
    const row = await seenEvent(call, eventId);
    const dismissal = { person: call.me.userId, event: row.id, now: call.now };
    await queries.insertDismissal(call.db, call.schoolId, dismissal);
    return ok;
  }),

  handle(events.switchRecommendations, async (call, { isOn }) => {
    await queries.upsertWants(call.db, call.schoolId, call.me.userId, isOn);
    return { isOn };
  }),
];
