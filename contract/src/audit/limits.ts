/* Limits of the activity log. This file doesn't import zod because the browser uses it at run time. */

export const auditLimits = {
  search: 100,
  /** Maximum entries that a page of a filtered list reads. */
  scanned: 10_000,
  exported: 10_000,
  /** Maximum pages that a filtered export reads, so that a request ends even if few entries match. */
  exportedPages: 100,
} as const;
