/* Limits of newsletters. This file doesn't import zod because the browser uses it at run time. */

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
  /** Maximum years, majors and hubs of an audience. */
  audience: 100,
  /** Maximum bytes of a picture's file. */
  pictureBytes: 10 * 1_048_576,
  /** Maximum width in pixels of stored pictures: twice the width of an email. */
  pictureWidth: 1_200,
} as const;

/** Allowed addresses of buttons: web addresses that are safe in an attribute. */
export const webAddress = /^https?:\/\/[^\s<>"\\]+$/i;

/** Milliseconds between "send now" and sending, in which the sender can undo it. */
export const sendGraceMs = 30_000;
/** Days ahead that a newsletter can be scheduled. */
export const scheduleDays = 366;

export const emailsLimits = {
  /** Emails to fewer people who were chosen by their senders have no figures, because a figure could identify someone. */
  fewest: 5,
} as const;

/** Reasons why a club or event email became a draft again at its scheduled time. */
export const returnReasons = ['club', 'sender'] as const;
