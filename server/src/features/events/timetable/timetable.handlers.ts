import { getNextFreeTime } from '#contract/events/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { isAllDay, occurrencesOf } from '../../../kernel/time/series.ts';
import { readZone } from '../../../kernel/time/zones.ts';
import { seenEvent } from '../event-access.ts';
import { timesView } from '../event-times.ts';
import { timeOfRow } from '../events.views.ts';
import { conflictsWithBusy, ownBusy } from './own-busy.ts';

/** The period after a date of a series in which the server looks for another date, and the maximum number of dates. */
const reach = { days: 60, times: 60 } as const;

export const timetableHandlers = [
  handle(getNextFreeTime, async (call, { id, occurrence }) => {
    const row = await seenEvent(call, id, occurrence);
    const { series } = row;
    // People who register for all dates don't choose one.
    if (series.rule === null || row.registration === 'event' || isAllDay(series))
      return { next: null };
    const from = Math.max(timeOfRow(row).startsAt + 1, call.now.getTime());
    const window = { from, to: from + reach.days * day };
    const times = occurrencesOf(series, window, reach.times).filter(
      (one) => one.startsAt >= from && one.original !== row.original,
    );
    const last = times.at(-1);
    if (last === undefined) return { next: null };
    const busy = await ownBusy(call, {
      from: new Date(from),
      to: new Date(last.endsAt),
      zone: readZone(series.zone),
    });
    const free = times.find((one) => !conflictsWithBusy(busy, String(row.id), one));
    return {
      next: free === undefined ? null : { occurrence: free.original, ...timesView(series, free) },
    };
  }),
];
