/* Limits of announcements. This file doesn't import zod because the browser uses it at run time. */

/** Maximum announcements of a school, characters of a text, of a link and of its label, and days an announcement is shown. */
export const announcementLimits = {
  each: 50,
  text: 300,
  url: 2_000,
  label: 60,
  days: 366,
} as const;

/** Allowed links: https, without a name and password, which could be mistaken for the host. */
export const secureAddress = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
