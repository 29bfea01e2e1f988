/* Words and limits of registrations. No zod here: the browser imports these at run time. */

export const applicationLimits = {
  officers: 20,
  removals: 1_000,
  /** Registrations of one person that no club has come of yet. */
  open: 10,
  windowName: 40,
  /** Clubs that one call freezes. */
  frozenAtOnce: 200,
} as const;

export const applicationKinds = ['registration', 'renewal'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** What was withdrawn is a draft again. */
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

/** Who may register a club. */
export const registrants = ['everybody', 'nobody'] as const;

/** Parts of a registration or renewal, in order. */
export const applicationSteps = ['details', 'officers', 'roster', 'questions', 'check'] as const;
export type ApplicationStep = (typeof applicationSteps)[number];

/**
 * Where a club stands in the newest renewal. `none`: no renewal is open for it. `review`: submitted in time. `late`: the
 * renewal has closed, and the club’s is not decided.
 */
export const renewalStates = ['new', 'due', 'review', 'late', 'frozen', 'renewed', 'none'] as const;
export type RenewalState = (typeof renewalStates)[number];

/** Days before the close on which officers are reminded. */
export const reminderDays = [14, 7, 1] as const;
