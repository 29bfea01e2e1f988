/** Limits of calendar calls, and of a person's own calendar data. */
export const personalLimits = {
  /** Days in one call. */
  days: 62,
  /** Occurrences in one call. */
  items: 5_000,
  entries: 5_000,
  /** Maximum days until a secret address or app password expires, if it expires. */
  accessDays: 730,
  title: 200,
  location: 200,
  note: 2_000,
  /** Minutes before the start: 28 days. */
  alarm: 40_320,
  /** Bytes of a personal event as a calendar program stores it, and of all of a person's together. */
  entryFile: 131_072,
  entryFiles: 16_777_216,
  /** Characters of its UID and of the name of its file. */
  entryUid: 255,
  entryFileName: 255,
  subscriptions: 20,
  /** Events of one subscribed calendar. Events with the same UID count once. */
  subscribedEvents: 20_000,
  /** Unreadable entries of a subscribed calendar that are listed with line and reason. The rest are only counted. */
  unreadListed: 50,
  name: 80,
  url: 2_000,
  feeds: 10,
  passwords: 20,
} as const;

/** Alert choices in minutes before the start. */
export const alarms = [0, 5, 10, 15, 30, 60, 120, 1_440] as const;

/** Number of colors: those of the first six types, and the defaults of personal events and subscribed calendars. */
export const calendarColors = 8;
export const ownColorDefault = 6;
export const subscribedColorDefault = 7;

/** What a calendar program can do with an app password. */
export const passwordAccess = ['read', 'write'] as const;
