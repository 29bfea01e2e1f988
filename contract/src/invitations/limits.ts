/** Limits of invitations. No zod here: the browser imports these at run time. */
export const invitationLimits = {
  /** Days for which the link works. */
  days: 7,
  /** People in one call. */
  people: 100,
  /** Calls of one admin in an hour. */
  callsAnHour: 60,
} as const;
