import type { Acts } from '#contract/audit-kinds.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { badgesHandlers } from './badges/badges.handlers.ts';
import { timetableHandlers } from './timetable/timetable.handlers.ts';
import { eventRoomsHandlers } from './rooms/rooms.handlers.ts';
import { idOf } from '../../kernel/sql.ts';
import { selectReportedEvents, updateEventHidden } from './reported/reported-events.queries.ts';
import {
  feature,
  hideableSubject,
  type Feature,
  type PlaceOrder,
  type RefundTicket,
  type ReportTarget,
} from '../../kernel/feature.ts';
import { eventNotifications } from './notices/store-notifications.ts';
import { checkInHandlers } from './check-in/check-in.handlers.ts';
import { eventDocuments } from './calendar/event-files.ts';
import { calendarParts, personalData } from './calendar/calendar-rows.queries.ts';
import { publicPageHandlers } from './public-page/public-page.handlers.ts';
import { cancellationHandlers } from './canceling/cancellation.handlers.ts';
import { coverHandlers } from './setup/cover.handlers.ts';
import { noticeJobs } from './notices/choose-recipients.ts';
import { recommendationsHandlers } from './recommendations/recommendations.handlers.ts';
import { endOldOffers, eventsJobs, forgetPerson } from './events.jobs.ts';
import { seenEvent } from './event-access.ts';
import { eventsHandlers } from './events.handlers.ts';
import { selectEventFiles } from './events.queries.ts';
import { listingHandlers } from './listing/listing.handlers.ts';
import { ticketDeadlineJobs } from './registration/ticket-deadlines.ts';
import { ticketOrderJobs, ticketOrders } from './registration/ticket-orders.ts';
import { registrationHandlers } from './registration/registration.handlers.ts';
import { attendeesHandlers } from './attendees/attendees.handlers.ts';
import { invitationsHandlers } from './invitations/invitations.handlers.ts';
import { proposalKind } from './proposals/event-proposals.ts';
import { proposalsHandlers } from './proposals/proposals.handlers.ts';
import { eventKind } from './setup/publishing.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    event_published: { event: number; club: number | null; by: number };
    /** People are invited to a published event. `people`: null for everyone who is invited. */
    event_invited: { event: number; people: number[] | null; by: number };
    /** The time or location changed. `original`: of one date. */
    event_moved: {
      event: number;
      original: string | null;
      by: number;
      time: boolean;
      place: boolean;
    };
    /** The event or one date was canceled. `people`: null for everyone who registered. */
    event_called_off: {
      event: number;
      original: string | null;
      people: number[] | null;
      by: number;
      reason: string;
    };
    event_deleted: { title: string; endsAt: string; people: number[]; by: number };
    /** People got a spot from the waitlist, or an offer for one. */
    event_promoted: { event: number; original: string; people: number[] };
    /** Clubs are asked to cohost the event. */
    event_cohosts_asked: { event: number; clubs: number[]; by: number };
    /** An offer for a spot expired. */
    event_offer_over: { event: number; original: string; people: number[] };
    /** The first open offer for a spot expires now. */
    event_offers_due: { event: number; original: string };
    /** People who got a spot with a price without their own call had a day to place its order. */
    event_orders_due: { event: number; original: string; people: number[] };
    /** A person registered. The row has their current status. */
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
    /** People came, and may get points. */
    event_attended: { event: number; original: string; people: number[] };
    /** People didn't come, contrary to an earlier event. */
    event_not_attended: { event: number; original: string; people: number[] };
    /** People need a notification about an event. `event`: null if it is deleted. */
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
      /** A message from the person who caused it, such as a reason. */
      note?: string;
    };
    /** Reminders of a date are due, if it still starts then. */
    event_reminder_due: {
      event: number;
      original: string;
      startsAt: string;
      minutes: number;
      revision: number;
      /** Reminders that were already too late when the event was created or moved. People who also chose one of `ahead` get that one. */
      late?: { missed: number[]; ahead: number[] };
    };
    /** A date is over, so attendees are asked for feedback. */
    event_feedback_due: { event: number; original: string; endsAt: string; revision: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `club`: set for events of a club. */
    event_changed: {
      event: string;
      title: string;
      club?: string;
      act: Acts['event_changed'];
    };
  }
}

/** People can report events that they can see. */
const eventReports: ReportTarget = {
  kind: 'event',
  find: async (call, id) => ({ person: null, title: (await seenEvent(call, id)).title }),
  describe: async ({ db }, ids) =>
    new Map(
      (await selectReportedEvents(db, ids.map(idOf))).map((row) => [
        String(row.id),
        hideableSubject({ text: row.title, club: row.club_id, isHidden: row.is_hidden }),
      ]),
    ),
  hide: ({ db }, id, at) => updateEventHidden(db, idOf(id), at),
};

/** `placeOrder`: places an order for a ticket with a price. `refundTicket`: refunds one whose registration was canceled. */
export const eventsFeature = (placeOrder: PlaceOrder, refundTicket: RefundTicket): Feature =>
  feature({
    name: 'events',
    orderItems: [ticketOrders],
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
      ...registrationHandlers(placeOrder, refundTicket),
      ...attendeesHandlers(refundTicket),
      ...invitationsHandlers,
      ...checkInHandlers,
      ...coverHandlers,
      ...cancellationHandlers,
      ...recommendationsHandlers,
      ...publicPageHandlers,
    ],
    jobs: [
      ...eventsJobs,
      ...noticeJobs,
      ...eventNotifications,
      ...ticketDeadlineJobs,
      ...ticketOrderJobs,
    ],
    maintenance: [endOldOffers],
    approvalKinds: [eventKind, proposalKind],
    fileReferences: [selectEventFiles],
  });
