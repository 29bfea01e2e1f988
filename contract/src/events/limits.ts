/* Limits and lists of events. This file doesn't import zod because the browser uses it at run time. */

/** Maximum characters of texts, and maximum counts. */
export const eventLimits = {
  title: 120,
  descriptionText: 10_000,
  location: 200,
  address: 400,
  url: 2_000,
  tag: 30,
  tags: 8,
  hosts: 10,
  cohosts: 10,
  invited: 500,
  memberTags: 20,
  reason: 500,
  /** Characters of the note for one date of a series. */
  dateNote: 500,
  /** Dates of an event on several dates without a recurrence rule. */
  dates: 50,
  capacity: 100_000,
  guests: 9,
  offerHours: 168,
  /** Minutes before the start when the meeting link is shown, or registration closes. */
  minutesBefore: 60 * 24 * 30,
  ticketKinds: 20,
  ticketName: 60,
  ticketDescription: 300,
  accessCode: 40,
  price: 100_000_000,
  /** Hours before the start until which people who cancel get a refund. */
  refundHours: 24 * 90,
  /** People changed by one call. */
  people: 200,
  /** Faces of attendees. Above `facesShown`, the page shows a count. */
  faces: 40,
  /** Upcoming occurrences on an event's page. */
  timesShown: 50,
  /** Occurrences of a series that check-in distinguishes. */
  timesNear: 60,
  facesShown: 4,
  /** Scans in one call, lines and characters of a pasted text, and characters of a door's name. */
  scans: 500,
  pasted: 2_000,
  pastedText: 100_000,
  door: 40,
  /** Events of a club, a hub or the school that aren't over, including templates. */
  events: 2_000,
  /** Open proposals of one member in a club. */
  proposals: 5,
  /** Maximum rows that a listing counts. It reports when there are more. */
  counted: 1_000,
  /** Seconds for which a self check-in code is shown. */
  codeSeconds: 20,
  /** Days in one call about days, and in the range of a listing. */
  windowDays: 400,
  recommendations: 20,
  /** Name badges in one file. */
  badges: 1_000,
} as const;

/** Hosts of an event. */
export const eventHostKinds = ['school', 'hub', 'club'] as const;
export type EventHostKind = (typeof eventHostKinds)[number];

/** Statuses of an event. Its time shows if it is over. */
export const eventStatuses = ['draft', 'in_approval', 'published', 'canceled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** States of an event that a member proposed. */
export const proposalStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** Audiences of an event: anyone with the link, the school, the people of its hub, members of its clubs, or invited people. */
export const eventAudiences = ['public', 'school', 'hub', 'members', 'invited'] as const;
export type EventAudience = (typeof eventAudiences)[number];

/** Registration modes: none, for the event with all its dates, or for one date. */
export const registrationModes = ['none', 'event', 'occurrence'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Waitlist modes: none, the next person gets a free spot immediately, or the next person gets an offer for some hours. */
export const waitlistModes = ['off', 'automatic', 'offer'] as const;
export type WaitlistMode = (typeof waitlistModes)[number];

/** Audiences of the attendee list, limited to people that each reader can see. */
export const attendeeReaders = ['everyone', 'hosts'] as const;

/** States of registration. */
export const registrationStates = [
  'none',
  'early',
  'open',
  'waitlist',
  'full',
  'closed',
  'ended',
  'canceled',
] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** Status of an invitation: unanswered, accepted by a registration, or declined. */
export const invitationStatuses = ['pending', 'going', 'declined'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** Statuses of a person who registered. */
export const attendeeStatuses = [
  'registered',
  'waiting',
  'requested',
  'maybe',
  'attended',
  'absent',
  'excused',
  'canceled',
] as const;
export type AttendeeStatus = (typeof attendeeStatuses)[number];

/** Actions of hosts on attendees: add to the main list, remove, or record attendance. */
export const attendeeActs = [
  'accept',
  'decline',
  'register',
  'attended',
  'absent',
  'excused',
  'cancel',
] as const;
export type AttendeeAct = (typeof attendeeActs)[number];

/** Occurrences of a recurring event that a change applies to. */
export const editScopes = ['this', 'following', 'all'] as const;
export type EditScope = (typeof editScopes)[number];

/** Results of a scan. */
export const scanResults = ['valid', 'already_in', 'wrong_event', 'unknown', 'revoked'] as const;
export type ScanResult = (typeof scanResults)[number];

/** Reminder choices in minutes before the start. A day is 1,440. Each published event schedules all of them. */
export const reminderChoices = [10_080, 2_880, 1_440, 180, 60, 30, 15] as const;
export type ReminderMinutes = (typeof reminderChoices)[number];
/** Reminders for people who haven't chosen. */
export const defaultReminders: readonly ReminderMinutes[] = [1_440, 60];
/** Reminders for hosts, and for officers who manage the event, who haven't chosen. */
export const hostReminders: readonly ReminderMinutes[] = [1_440];

/** Payment states of a ticket. Free tickets need no order. */
export const orderStates = ['free', 'due', 'paid', 'refunded'] as const;

/** Reasons for recommending an event. */
export const eventReasons = ['clubs', 'interests', 'connections', 'attended', 'free'] as const;
export type EventReasonKind = (typeof eventReasons)[number];

/** Rate limits per person. */
export const eventRates = {
  write: { max: 120, seconds: 3_600 },
  /** People invited to events. Each of them gets a notification. */
  invite: { max: 1_000, seconds: 3_600 },
  /** Lines of pasted check-in lists. Each line reveals the owner of an address or number, so the limit applies to lines. */
  pastedLines: { max: 6_000, seconds: 3_600 },
  register: { max: 240, seconds: 3_600 },
  selfCheckIn: { max: 30, seconds: 600 },
} as const;

/** Sizes of name badges: up to ten on a page, or six. */
export const badgeSizes = ['small', 'large'] as const;
export type BadgeSize = (typeof badgeSizes)[number];
