/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  no_badges: {
    status: 409,
    message:
      'None of these people has a spot, so there are no badges to print. Choose people with a spot.',
  },
  event_changed: {
    status: 409,
    message: 'Someone else just changed this event. Reload it, then edit it again.',
  },
  event_proposals_off: {
    status: 403,
    message: 'This club doesn’t accept event proposals. Ask its officers.',
  },
  event_proposal_open: {
    status: 409,
    message: 'Review this proposal first, so the person who sent it gets an answer.',
  },
  too_many_proposals: {
    status: 409,
    message:
      'You can have up to {max} pending proposals in a club. Wait for a decision, or withdraw one.',
  },
  event_canceled: { status: 409, message: 'This event was canceled.' },
  event_ended: { status: 409, message: 'This event has ended.' },
  event_not_draft: {
    status: 409,
    message: 'This event has already been published or submitted. Reload the page.',
  },
  event_not_published: {
    status: 409,
    message: 'This event isn’t published yet. Publish it first.',
  },
  event_is_template: {
    status: 409,
    message: 'This is a template. Duplicate it to create an event.',
  },
  event_audience: {
    status: 422,
    message:
      'To invite “Club members”, choose a club as the host. To invite “Hub members”, choose a hub.',
  },
  event_scope: {
    status: 422,
    message:
      'For one date, you can only change the time, title, location, room, link, note and capacity. To change anything else, choose all dates.',
  },
  event_date_capacity: {
    status: 422,
    message:
      'People register for all dates at once, so one date can’t have its own capacity. Set the capacity for all dates.',
  },
  event_capacity_taken: {
    status: 409,
    message:
      'More people than that have already registered for this date. Enter a higher capacity.',
  },
  event_not_recurring: { status: 422, message: 'This event doesn’t repeat.' },
  event_times: {
    status: 422,
    message: 'Registration needs to open before it closes. Choose another time.',
  },
  event_mode_fixed: {
    status: 409,
    message: 'You can’t change this because people have already registered.',
  },
  event_occurrence: { status: 422, message: 'Choose the date you want to register for.' },
  event_not_shared: { status: 404, message: 'This event isn’t public.' },
  too_many_events: {
    status: 409,
    message: 'You’ve reached the limit of {max} upcoming events. Delete one first.',
  },
  registration_off: { status: 409, message: 'Registration is turned off for this event.' },
  registration_early: { status: 409, message: 'Registration isn’t open yet. Try again later.' },
  registration_closed: { status: 409, message: 'Registration is closed.' },
  registration_exists: {
    status: 409,
    message: 'You’re already registered for this event. Cancel your registration first.',
  },
  registration_full: { status: 409, message: 'This event is full.' },
  registration_declined: {
    status: 403,
    message: 'The hosts declined your registration. Ask them if you think that’s a mistake.',
  },
  registration_over: {
    status: 409,
    message: 'You’re already checked in, so you can’t change your registration.',
  },
  registration_maybe: {
    status: 422,
    message: 'This event doesn’t allow “maybe” responses. Choose another response.',
  },
  registration_group: {
    status: 422,
    message: 'Your group is larger than the {max} spots left. Bring fewer guests.',
  },
  registration_guests: { status: 422, message: 'You can bring up to {max} guests.' },
  ticket_kind_unknown: {
    status: 422,
    message: 'This ticket type no longer exists. Choose another one.',
  },
  ticket_kind_needed: { status: 422, message: 'Choose a ticket type.' },
  ticket_kind_code: {
    status: 403,
    message: 'The access code for this ticket is incorrect. Check it and try again.',
  },
  registration_ordered: {
    status: 409,
    message:
      'Your spots have an order. Cancel the order or get a refund first, then register again.',
  },
  registration_refund_open: {
    status: 409,
    message:
      'There’s an open refund request for the earlier ticket. The club needs to approve or decline it first.',
  },
  ticket_kind_paid: {
    status: 409,
    message: 'Only events of clubs can have paid tickets. Choose a free ticket.',
  },
  ticket_kind_used: {
    status: 409,
    message:
      'Someone already has a ticket of this type, so you can’t delete it. To stop issuing it, limit its quantity.',
  },
  self_check_in_code: {
    status: 403,
    message: 'That code has expired. Enter the one on the screen now.',
  },
  self_check_in_closed: {
    status: 409,
    message: 'Check-in is open from one hour before the start until the end. Try again then.',
  },
  not_registered: { status: 409, message: 'You aren’t registered for this event.' },
} as const;
