/* Limits of reports. This file doesn't import zod because the browser uses it at run time. */

/** Characters of a warning to a reported person. */
export const warningMax = 500;
