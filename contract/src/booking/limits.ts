/** Limits of booking. */
export const bookingLimits = {
  kinds: 12,
  name: 80,
  place: 200,
  link: 500,
  note: 1_000,
  questions: 6,
  question: 200,
  options: 12,
  option: 80,
  answer: 1_000,
  reason: 500,
  hours: 40,
  exceptions: 120,
  minutesMin: 5,
  minutesMax: 480,
  group: 500,
  daysAhead: 365,
  buffer: 240,
  /** People on the waitlist of one person. */
  waits: 100,
  /** Hours to hold an open slot for someone on the waitlist: the default, and the maximum. */
  waitHours: 2,
  waitHoursMax: 48,
  /** Offices of a person that are searched for an earlier time. */
  soonerOffices: 3,
  /** Days of slots in one call, and the days and slots of the mobile call. */
  windowDays: 62,
  mobileDays: 14,
  mobileSlots: 50,
  people: 50,
  /** Offices of a school, and people in an office. */
  offices: 100,
  officePeople: 30,
  /** Meetings that one person can book per hour. */
  hourly: 30,
} as const;

export const bookingStates = ['requested', 'confirmed', 'canceled'] as const;
export type BookingState = (typeof bookingStates)[number];
