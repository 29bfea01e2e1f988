import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { isAllDay } from '../../../kernel/time/series.ts';
import { selectAddressees } from '../../notifications/recipients/addressees.queries.ts';
import { momentText, zoneFor } from '../../notifications/recipients/moment.ts';
import { occurrenceToAlert } from './entry-alerts.ts';
import { selectEntryOfAnybody } from './entries.queries.ts';
import { isEntryAt } from './entry-notifications.queries.ts';
import { userEventsFor, noActor, notifyOfEvents } from '../../notifications/notify/notify.ts';

/** Notifies a person before an entry of their own calendar, at the chosen time. */
const onCalendarAlert = async (
  scope: Scope,
  { id, payload: { entry: entryId, original, revision } }: OutboxEvent<'calendar_entry_due'>,
): Promise<void> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const entry = await selectEntryOfAnybody(db, entryId);
      return entry && { entry, to: (await selectAddressees(db, [entry.user_id]))[0] };
    },
    { readOnly: true },
  );
  if (found?.to === undefined) return;
  const { entry, to } = found;
  const time = occurrenceToAlert(entry, original, scope.clock.now());
  if (time === undefined) return;
  const { series } = entry;
  const title = entry.dates?.[original]?.title ?? entry.title;
  const moment = momentText(
    new Date(time.startsAt),
    to.locale ?? scope.school.locale,
    zoneFor(to, { time_zone: series.zone }),
  );
  await notifyOfEvents(scope, userEventsFor([entry.user_id], noActor, id), {
    condition: isEntryAt(entryId, revision),
    key: 'general.calendarAlerts',
    kind: 'calendar_alert',
    collapseKey: `calendar:${entryId}:${original}`,
    about: {
      // The alert of a whole-day entry shows only the title.
      title: isAllDay(series) ? title : `${title}, ${moment}`,
      path: `/calendar?view=day&date=${time.start.slice(0, 10)}`,
    },
  });
};

export const entryNotifications = [
  onEventWithNumber('calendar.notify-alert', 'calendar_entry_due', onCalendarAlert),
];
