import { transact, type Context } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { day, minute } from '../../../kernel/time/local-time.ts';
import {
  nextReminder,
  occurrencesOf,
  reminderOf,
  type Occurrence,
} from '../../../kernel/time/series.ts';
import { selectEntryOfAnybody, type EntryRow } from './entries.queries.ts';

/** Minutes after which an alert that no server could send is useless, because the entry has started or ended. */
const latestMinutes = 60;

/**
 * Schedules the alert of an entry's next occurrence. Each alert schedules the next one. Alerts from before a change are skipped because of
 * their revision.
 */
export const scheduleAlert = async (
  context: Parameters<typeof emit>[0] & Pick<Context, 'clock'>,
  { id, series, revision, alarm }: Pick<EntryRow, 'id' | 'series' | 'revision' | 'alarm'>,
): Promise<void> => {
  if (alarm === null) return;
  const next = nextReminder(series, reminderOf(alarm), context.clock.now().getTime());
  if (next === undefined) return;
  await emit(
    context,
    'calendar_entry_due',
    { entry: id, original: next.occurrence.original, revision },
    new Date(next.at),
  );
};

/** Returns the occurrence of an alert while it is useful. Undefined if it was moved, deleted or has ended. */
export const occurrenceToAlert = (
  { series, alarm }: Pick<EntryRow, 'series' | 'alarm'>,
  original: string,
  now: Date,
): Occurrence | undefined => {
  if (alarm === null) return undefined;
  const window = {
    from: now.getTime() - latestMinutes * minute,
    to: now.getTime() + (alarm + 1) * minute + day,
  };
  return occurrencesOf(series, window).find(
    (one) =>
      one.original === original &&
      now.getTime() < Math.max(one.endsAt, one.startsAt + latestMinutes * minute),
  );
};

export const alertJobs = [
  onEvent(
    'calendar.next-alert',
    'calendar_entry_due',
    (scope, { entry: id, revision }) =>
      transact(scope, async (context) => {
        const entry = await selectEntryOfAnybody(context.db, id);
        if (entry?.revision === revision) await scheduleAlert(context, entry);
      }),
    { concurrency: 4 },
  ),
];
