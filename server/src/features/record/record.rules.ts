import type { EntrySource, EntryState } from '#contract/record/limits.ts';

interface Stage {
  readonly state: EntryState;
  readonly source: EntrySource;
}

/** Waiting experiences can't change, because verifiers read what was submitted. Neither can revoked ones. */
export const canUpdate = ({ state }: Stage): boolean => state !== 'waiting' && state !== 'revoked';

export const canDelete = (entry: Stage): boolean => entry.source === 'own' && canUpdate(entry);

/** Experiences from the school's data need no verification. */
export const canSubmit = ({ state, source }: Stage): boolean =>
  source === 'own' && (state === 'self_reported' || state === 'sent_back' || state === 'denied');

export const canWithdraw = ({ state }: Stage): boolean =>
  state === 'waiting' || state === 'sent_back';

/** Returns whether a period is valid and has begun. `today` is a day such as 2026-11-23. */
export const isSpan = (startsOn: string, endsOn: string | null, today: string): boolean =>
  startsOn >= '1950-01-01' &&
  startsOn <= today &&
  (endsOn === null || (endsOn >= startsOn && endsOn <= today));
