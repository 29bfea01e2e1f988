/* Limits of club emails. This file doesn't import zod because the browser uses it at run time. */

/** Audiences of a club email. */
export const clubEmailAudiences = ['members', 'tags', 'officers'] as const;
export type ClubEmailAudienceKind = (typeof clubEmailAudiences)[number];

export const clubEmailLimits = {
  /** Drafts and scheduled emails of one club. */
  unsent: 50,
  /** Emails that one club can schedule within a day. */
  aDay: 20,
  tags: 20,
} as const;
