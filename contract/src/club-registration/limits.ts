/* Limits and lists of registrations. This file doesn't import zod because the browser uses it at run time. */

export const applicationLimits = {
  officers: 20,
  removals: 1_000,
  /** Registrations of one person that haven't become a club yet. */
  open: 10,
  windowName: 40,
  /** Clubs that one call freezes. */
  frozenAtOnce: 200,
} as const;

export const applicationKinds = ['registration', 'renewal'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** A withdrawn registration becomes a draft again. */
export const applicationStates = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'denied',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const officerStates = ['asked', 'accepted', 'declined'] as const;
export type OfficerState = (typeof officerStates)[number];

export const registrants = ['everybody', 'nobody'] as const;

/** Steps of a registration or renewal, in order. */
export const applicationSteps = ['details', 'officers', 'roster', 'questions', 'check'] as const;
export type ApplicationStep = (typeof applicationSteps)[number];

/**
 * State of a club in the newest renewal. `none`: no renewal is open for it. `review`: submitted in time. `late`: the renewal has
 * closed without a decision for the club.
 */
export const renewalStates = ['new', 'due', 'review', 'late', 'frozen', 'renewed', 'none'] as const;
export type RenewalState = (typeof renewalStates)[number];

/** Days before the close when officers get a reminder. */
export const reminderDays = [14, 7, 1] as const;
