import { feature, type CalendarPart, type Feature } from '../../kernel/feature.ts';
import { entryNotifications } from './entries/entry-notifications.ts';
import { registerParts } from './calendar-reading.ts';
import { calendarHandlers } from './calendar.handlers.ts';
import { davDocuments } from './dav/dav-documents.ts';
import { deleteCalendarOf, ownPart, personalData } from './calendar.queries.ts';
import { alertJobs } from './entries/entry-alerts.ts';
import { entriesHandlers } from './entries/entries.handlers.ts';
import { feedDocuments } from './feeds/feed-documents.ts';
import { feedsHandlers } from './feeds/feeds.handlers.ts';
import { deleteEndedAccess } from './feeds/feeds.queries.ts';
import { subscriptionsHandlers } from './subscriptions/subscriptions.handlers.ts';
import { subscriptionsJobs } from './subscriptions/subscriptions.jobs.ts';
import { takeUpSubscriptions } from './subscriptions/subscriptions.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A subscribed calendar is due for a sync. */
    calendar_due: { subscription: number };
    /** An alert of a personal event is due, if the event hasn't changed. */
    calendar_entry_due: { entry: number; original: string; revision: number };
  }
}

/** The calendar, with the parts of all features. */
export const calendarFeature = (parts: () => readonly CalendarPart[]): Feature => {
  registerParts(parts);
  return feature({
    name: 'calendar',
    handlers: [...calendarHandlers, ...entriesHandlers, ...subscriptionsHandlers, ...feedsHandlers],
    jobs: [...subscriptionsJobs, ...alertJobs, ...entryNotifications],
    maintenance: [takeUpSubscriptions, deleteEndedAccess],
    documents: [...feedDocuments, ...davDocuments],
    calendarParts: [ownPart],
    erase: deleteCalendarOf,
    personalData,
  });
};
