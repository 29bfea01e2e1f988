import { digested, personal, quiet, urgent } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  event_reminder: null,
  event_feedback: null,
  event_moved: null,
  event_called_off: null,
  event_date_called_off: null,
  event_called_off_refund: null,
  event_date_called_off_refund: null,
  // The person who got a spot from the waitlist is notified.
  event_promoted: null,
  event_offered: null,
  event_offer_over: null,
  // Hosts are notified that someone got a spot from the waitlist.
  event_promotion: null,
  event_registered: null,
  event_created: null,
  event_invited: null,
  event_cohost_asked: null,
  event_proposed: null,
  event_published: null,
  event_refused: null,
  event_accepted: null,
  event_declined: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    events: urgent,
  },
  officer: {
    eventReminder: urgent,
    newEventFromMember: digested,
    newEventFromOfficer: digested,
    newEventRegistration: quiet,
    promotionToEventMainList: personal,
  },
} as const satisfies NotificationKeys;
