import type { Acts } from '#contract/audit-kinds.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { badgesHandlers } from './badges/badges.handlers.ts';
import { timetableHandlers } from './timetable/timetable.handlers.ts';
import { eventRoomsHandlers } from './rooms/rooms.handlers.ts';
import { feature, type ReportTarget } from '../../kernel/feature.ts';
import { eventNotifications } from './notices/event-notifications.ts';
import { checkInHandlers } from './check-in/check-in.handlers.ts';
import { eventDocuments } from './calendar/event-files.ts';
import { calendarParts, personalData } from './calendar/calendar-rows.queries.ts';
import { publicPageHandlers } from './public-page/public-page.handlers.ts';
import { coverHandlers } from './setup/cover.handlers.ts';
import { noticeJobs } from './notices/event-notices.ts';
import { recommendationsHandlers } from './recommendations/recommendations.handlers.ts';
import { endOldOffers, eventsJobs, forgetPerson } from './events.jobs.ts';
import { seenEvent } from './event-access.ts';
import { eventsHandlers } from './events.handlers.ts';
import { selectEventFiles } from './events.queries.ts';
import { listingHandlers } from './listing/listing.handlers.ts';
import { registrationHandlers } from './registration/registration.handlers.ts';
import { attendeesHandlers } from './attendees/attendees.handlers.ts';
import { proposalKind } from './proposals/event-proposals.ts';
import { proposalsHandlers } from './proposals/proposals.handlers.ts';
import { eventKind } from './setup/publishing.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    event_published: { event: number; club: number | null; by: number };
    /** People are invited to an event that is published; `people`: null for all who are. */
    event_invited: { event: number; people: number[] | null; by: number };
    /** Another time or place; `original`: of one of its times. */
    event_moved: {
      event: number;
      original: string | null;
      by: number;
      time: boolean;
      place: boolean;
    };
    /** It does not take place, or not at one of its times; `people`: null for all who registered. */
    event_called_off: {
      event: number;
      original: string | null;
      people: number[] | null;
      by: number;
      reason: string;
    };
    event_deleted: { title: string; endsAt: string; people: number[]; by: number };
    /** They have a place from the waitlist, or one is offered to them. */
    event_promoted: { event: number; original: string; people: number[] };
    /** Clubs are asked to host it too. */
    event_cohosts_asked: { event: number; clubs: number[]; by: number };
    /** An offer of a place ran out before they took it. */
    event_offer_over: { event: number; original: string; people: number[] };
    /** An offer of a place runs out. */
    event_offers_due: { event: number; original: string };
    /** Somebody asked for a place; what they are now the row says. */
    event_registered: { event: number; original: string; person: number };
    /** Hosts decided: `registered`, `waiting`, `declined` or `canceled`. */
    event_decided: {
      event: number;
      original: string;
      people: number[];
      by: number;
      status: 'registered' | 'waiting' | 'declined' | 'canceled';
      reason: string;
    };
    /** Somebody came; they may get points for it. */
    event_attended: { event: number; original: string; people: number[] };
    /** They did not come, whatever was said before. */
    event_not_attended: { event: number; original: string; people: number[] };
    /** People are to hear something of an event; `event`: null where it is gone. */
    event_notice: {
      kind: NotificationKind;
      key: NotificationKey;
      collapseKey: string;
      title: string;
      path: string;
      event: number | null;
      group: number | null;
      people: number[];
      by: number | null;
      /** What whoever did it said of it, such as a reason. */
      note?: string;
    };
    /** It is time to remind people of a time of an event, if that is still when it begins. */
    event_reminder_due: {
      event: number;
      original: string;
      startsAt: string;
      minutes: number;
      revision: number;
      /** Choices that were too late when the event was made or moved; who also chose one of `ahead` hears then. */
      late?: { missed: number[]; ahead: number[] };
    };
    /** A time of an event is over: whoever came is asked how it was. */
    event_feedback_due: { event: number; original: string; endsAt: string; revision: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `club`: of events of a club. */
    event_changed: {
      event: string;
      title: string;
      club?: string;
      act: Acts['event_changed'];
    };
  }
}

/** An event can be reported by whoever may see it. */
const eventReports: ReportTarget = {
  kind: 'event',
  find: async (call, id) => ({ person: null, title: (await seenEvent(call, id)).title }),
};

export const eventsFeature = feature({
  name: 'events',
  erase: forgetPerson,
  personalData,
  calendarParts,
  documents: eventDocuments,
  reportTargets: [eventReports],
  handlers: [
    ...eventRoomsHandlers,
    ...proposalsHandlers,
    ...timetableHandlers,
    ...badgesHandlers,
    ...eventsHandlers,
    ...listingHandlers,
    ...registrationHandlers,
    ...attendeesHandlers,
    ...checkInHandlers,
    ...coverHandlers,
    ...recommendationsHandlers,
    ...publicPageHandlers,
  ],
  jobs: [...eventsJobs, ...noticeJobs, ...eventNotifications],
  maintenance: [endOldOffers],
  approvalKinds: [eventKind, proposalKind],
  fileReferences: [selectEventFiles],
});
