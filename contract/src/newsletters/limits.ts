/* Limits of newsletters. No zod here: the browser imports these at run time. */

export const newsletterLimits = {
  title: 200,
  summary: 300,
  blocks: 60,
  heading: 200,
  /** Characters of one paragraph's HTML. */
  html: 20_000,
  alt: 300,
  caption: 300,
  label: 80,
  url: 2_000,
  /** Most years, majors and hubs an audience names. */
  audience: 100,
  /** Largest picture as a file, in bytes. */
  pictureBytes: 10 * 1_048_576,
  /** Pictures are kept at most so wide, in pixels: twice the width of a mail. */
  pictureWidth: 1_200,
} as const;

/** Where a button may lead: an address of the web that can stand in an attribute. */
export const webAddress = /^https?:\/\/[^\s<>"\\]+$/i;

/** Milliseconds between "send now" and the sending, in which it can be taken back. */
export const sendGraceMs = 30_000;
/** Days ahead that a newsletter can be scheduled. */
export const scheduleDays = 366;

export const emailsLimits = {
  /** Of an e-mail of a club or about an event to fewer people, chosen by its senders, nobody is told how many opened it. */
  fewest: 5,
} as const;

/** Why an e-mail of a club or about an event is a draft again although its time had come. */
export const returnReasons = ['club', 'sender'] as const;
