/* Limits of announcements. No zod here: the browser imports these at run time. */

/** Announcements of a school, characters of a text, a link and its words, and days one is shown. */
export const announcementLimits = {
  each: 50,
  text: 300,
  url: 2_000,
  label: 60,
  days: 366,
} as const;

/** Where a link may lead: https, and without a name and password in it, which would pass for the host. */
export const secureAddress = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
