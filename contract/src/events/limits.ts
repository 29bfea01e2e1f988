/* Words and limits of events. No zod here: the browser imports these at run time. */

/** Characters of texts, and how many of something. */
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
  /** What is said of one date of a series. */
  dateNote: 500,
  /** Times of an event on several dates that no rule gives. */
  dates: 50,
  capacity: 100_000,
  guests: 9,
  offerHours: 168,
  /** Minutes before the start at which the online link opens, or registration closes. */
  minutesBefore: 60 * 24 * 30,
  ticketKinds: 20,
  ticketName: 60,
  ticketDescription: 300,
  accessCode: 40,
  price: 100_000_000,
  /** People whom one call changes. */
  people: 200,
  /** Faces of those who go; above `facesShown` the page counts. */
  faces: 40,
  /** Coming times of a repeating event on its page. */
  timesShown: 50,
  /** Times of a series that a door tells apart. */
  timesNear: 60,
  facesShown: 4,
  /** Scans that one call sends, entries of one text that is pasted, characters of a door's name. */
  scans: 500,
  pasted: 2_000,
  pastedText: 100_000,
  door: 40,
  /** Events that a club, a hub or the school can have that are not over, templates included. */
  events: 2_000,
  /** Proposals of one member that wait in a club. */
  proposals: 5,
  /** A listing counts up to so many and says so where there are more. */
  counted: 1_000,
  /** Seconds that a code for checking in oneself is shown. */
  codeSeconds: 20,
  /** Days in which calls about days answer, and in which a window of a listing may lie. */
  windowDays: 400,
  recommendations: 20,
  /** Name badges in one file. */
  badges: 1_000,
} as const;

/** Who an event is of. */
export const eventHostKinds = ['school', 'hub', 'club'] as const;
export type EventHostKind = (typeof eventHostKinds)[number];

/** Where an event stands. That it is over follows from its time. */
export const eventStatuses = ['draft', 'in_approval', 'published', 'canceled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** What has become of an event that a member proposed. */
export const proposalStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** Who sees an event: anybody with the link, the school, the people of its hub, members of its clubs, who is invited. */
export const eventAudiences = ['public', 'school', 'hub', 'members', 'invited'] as const;
export type EventAudience = (typeof eventAudiences)[number];

/** What people register for: nothing, the event with all its times, or one time of it. */
export const registrationModes = ['none', 'event', 'occurrence'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** What happens when an event is full: nothing, the next takes a free place at once, or has it offered for some hours. */
export const waitlistModes = ['off', 'automatic', 'offer'] as const;
export type WaitlistMode = (typeof waitlistModes)[number];

/** Who sees the people who go, as far as each of them is seen at all. */
export const attendeeReaders = ['everyone', 'hosts'] as const;

/** Whether somebody can register now. */
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

/** What somebody who registered is to an event. */
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

/** What hosts make of people: put on the main list, taken off, or whether they came. */
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

/** Which times of a repeating event a change is about. */
export const editScopes = ['this', 'following', 'all'] as const;
export type EditScope = (typeof editScopes)[number];

/** Answers to a scan. */
export const scanResults = ['valid', 'already_in', 'wrong_event', 'unknown', 'revoked'] as const;
export type ScanResult = (typeof scanResults)[number];

/** When somebody is reminded of what they registered for; minutes before the start, a day is 1,440. */
export const reminderChoices = [1_440, 60] as const;
export type ReminderMinutes = (typeof reminderChoices)[number];
/** What holds for whoever has not chosen. */
export const defaultReminders: readonly ReminderMinutes[] = [1_440, 60];

/** Whether a ticket's price is owed or paid; free ones need no order. */
export const orderStates = ['free', 'due', 'paid', 'refunded'] as const;

/** Why an event is recommended. */
export const eventReasons = ['clubs', 'interests', 'connections', 'attended', 'free'] as const;
export type EventReasonKind = (typeof eventReasons)[number];

/** How often somebody may call, an hour. */
export const eventRates = {
  write: { max: 120, seconds: 3_600 },
  /** People invited to events; each gets a notification. */
  invite: { max: 1_000, seconds: 3_600 },
  /** Lines of lists for check-in: each says whom an address or number belongs to. */
  pastedLines: { max: 6_000, seconds: 3_600 },
  register: { max: 240, seconds: 3_600 },
  selfCheckIn: { max: 30, seconds: 600 },
} as const;

/** How large name badges are: up to ten on a page, or six. */
export const badgeSizes = ['small', 'large'] as const;
export type BadgeSize = (typeof badgeSizes)[number];
