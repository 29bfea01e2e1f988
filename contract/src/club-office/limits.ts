/* Words and limits of the officers' area of a club. No zod here: the browser imports these at run time. */

/** Kinds of the audit log that a club's officers read, each with the permission that it takes; `any`: whoever may open the area. */
export const clubLogKinds = {
  club_changed: 'any',
  club_members_changed: 'clubs.manage_members',
  post_moderated: 'posts.moderate',
  survey_changed: 'surveys.manage',
  club_file_changed: 'files.manage',
  club_email_changed: 'emails.send',
  club_points_changed: 'points.manage',
} as const;
export type ClubLogKind = keyof typeof clubLogKinds;
// The keys of the object are these names.
export const clubLogKindNames = Object.keys(clubLogKinds) as [ClubLogKind, ...ClubLogKind[]];

/** What can wait in a club, the most urgent first. */
export const clubTodoKinds = [
  'renewal_changes',
  'renewal_soon',
  'reports',
  'requests',
  'proposals',
  'officers',
  'survey_closing',
  'renewal',
  'survey_drafts',
] as const;
export type ClubTodoKind = (typeof clubTodoKinds)[number];

export const clubOfficeLimits = {
  /** Of fewer members no figures are said but how many there are. */
  smallest: 10,
  weeks: 12,
  /** Days that count as now: who is new, who is active. */
  days: 30,
  /** Days before a renewal or survey closes in which it is urgent. */
  soonDays: { renewal: 14, survey: 3 },
  /** People that an entry of the log names. */
  named: 20,
} as const;
