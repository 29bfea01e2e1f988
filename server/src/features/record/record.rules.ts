import type { EntrySource, EntryState } from '#contract/record/limits.ts';

interface Stage {
  readonly state: EntryState;
  readonly source: EntrySource;
}

/** While it waits, its verifiers read what was submitted. What the school has revoked stays as it was. */
export const canUpdate = ({ state }: Stage): boolean => state !== 'waiting' && state !== 'revoked';

export const canDelete = (entry: Stage): boolean => entry.source === 'own' && canUpdate(entry);

/** What comes from the school's data needs nobody's word. */
export const canSubmit = ({ state, source }: Stage): boolean =>
  source === 'own' && (state === 'self_reported' || state === 'sent_back' || state === 'denied');

export const canWithdraw = ({ state }: Stage): boolean =>
  state === 'waiting' || state === 'sent_back';

/** A span that has begun: nobody has experience of what is to come. `today`: a day like 2026-11-23. */
export const isSpan = (startsOn: string, endsOn: string | null, today: string): boolean =>
  startsOn >= '1950-01-01' &&
  startsOn <= today &&
  (endsOn === null || (endsOn >= startsOn && endsOn <= today));
