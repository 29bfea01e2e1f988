/** How much of bookings is stored and read. */
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
  /** People who wait for a free time of somebody. */
  waits: 100,
  /** Hours for which a time is held for one of them, if the host says nothing, and at most. */
  waitHours: 2,
  waitHoursMax: 48,
  /** Offices of somebody in which a time is looked for. */
  soonerOffices: 3,
  /** Days of slots that one call answers, and slots that the mobile call shows. */
  windowDays: 62,
  mobileDays: 14,
  mobileSlots: 50,
  people: 50,
  /** Offices of a school, and people of one. */
  offices: 100,
  officePeople: 30,
  /** Meetings one person books an hour. */
  hourly: 30,
} as const;

/** States of a booking. */
export const bookingStates = ['requested', 'confirmed', 'canceled'] as const;
export type BookingState = (typeof bookingStates)[number];
