/* Limits and lists of a club's officers' area. This file doesn't import zod because the browser uses it at run time. */

/** Activity log types that officers can read, with the permission for each; `any` means everyone with access to the area. */
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
// The cast is safe: the object's keys are exactly these names.
export const clubLogKindNames = Object.keys(clubLogKinds) as [ClubLogKind, ...ClubLogKind[]];

/** Types of tasks in a club, most urgent first. */
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
  /** Clubs with fewer members get no figures except the member count. */
  smallest: 10,
  weeks: 12,
  /** Days that count as recent for new and active members. */
  days: 30,
  /** Days before a renewal or survey closes when it becomes urgent. */
  soonDays: { renewal: 14, survey: 3 },
  /** People named in one log entry. */
  named: 20,
  /** New members and officers on the overview. */
  newest: 5,
  officers: 20,
} as const;
