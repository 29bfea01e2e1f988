import type { FirstRun } from '#contract/onboarding/endpoints.ts';
import { welcomeSteps, type WelcomeStep } from '#contract/onboarding/steps.ts';
import { accountKind } from '../people/people.rules.ts';

/** A person with the stored first run. `opened_at` is null if they haven't opened the welcome page. */
export interface FirstRunRow {
  readonly account_type: string;
  readonly is_admin: boolean;
  readonly is_complete: boolean;
  readonly passed: readonly string[] | null;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
  readonly has_setup: boolean;
}

/** Returns whether someone needs the welcome page. Admins have the school's checklist instead, and staff don't join clubs. */
export const firstRunState = (row: FirstRunRow): FirstRun['state'] => {
  if (row.is_admin || accountKind(row.account_type) !== 'student' || row.ended_at !== null)
    return 'none';
  // Once the page has opened, completing the profile there doesn't end it.
  if (row.opened_at !== null) return 'open';
  return row.is_complete ? 'none' : 'new';
};

/** Returns the stored steps in the order of the page. */
export const passedSteps = ({ passed }: FirstRunRow): WelcomeStep[] =>
  welcomeSteps.filter((step) => passed?.includes(step));
