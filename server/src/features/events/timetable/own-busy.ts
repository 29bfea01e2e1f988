import type { Call } from '../../../kernel/handle.ts';
import type { Occurrence, Series } from '../../../kernel/time/series.ts';
import { isAllDay } from '../../../kernel/time/series.ts';
import { localOf, type Zone } from '../../../kernel/time/zones.ts';
import { readBusy, type BusyTime } from '../../calendar/busy-times.ts';
import { calendarParts } from '../../calendar/calendar-reading.ts';

/** Returns the caller's busy times in a window, sorted, with two statements. All-day items start at midnight in `zone`. */
export const ownBusy = async (
  { me, ...at }: Pick<Call, 'db' | 'load' | 'me'>,
  window: { readonly from: Date; readonly to: Date; readonly zone: Zone },
): Promise<readonly BusyTime[]> => {
  const busy = await readBusy(at, calendarParts(), [me.userId], window);
  return busy.get(me.userId) ?? [];
};

/** Returns true if a person's other times conflict with an occurrence of an event. */
export const conflictsWithBusy = (
  busy: readonly BusyTime[],
  event: string,
  { startsAt, endsAt }: Pick<Occurrence, 'startsAt' | 'endsAt'>,
): boolean =>
  busy.some(
    (one) =>
      one.from < endsAt &&
      one.to > startsAt &&
      !((one.kind === 'event' || one.kind === 'club') && one.id === event),
  );

/**
 * Returns true if an occurrence is in a free hour of a person's timetable: they have classes on that day, and nothing conflicts with it.
 * Days without classes don't count, because every event fits on them.
 */
export const fitsTimetable = (
  busy: readonly BusyTime[],
  event: string,
  series: Series,
  occurrence: Occurrence,
): boolean => {
  if (isAllDay(series) || occurrence.endsAt <= occurrence.startsAt) return false;
  const day = localOf(occurrence.startsAt, series.zone).slice(0, 10);
  const hasClasses = busy.some(
    ({ kind, from }) => kind === 'class' && localOf(from, series.zone).slice(0, 10) === day,
  );
  return hasClasses && !conflictsWithBusy(busy, event, occurrence);
};
