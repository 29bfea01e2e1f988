/* Limits of e-mails from clubs. No zod here: the browser imports these at run time. */

/** Which members of a club an e-mail is for. */
export const clubEmailAudiences = ['members', 'tags', 'officers'] as const;
export type ClubEmailAudienceKind = (typeof clubEmailAudiences)[number];

export const clubEmailLimits = {
  /** Drafts and scheduled e-mails of one club. */
  unsent: 50,
  /** E-mails that one club schedules within a day. */
  aDay: 20,
  tags: 20,
} as const;
