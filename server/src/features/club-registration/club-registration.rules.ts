import type { Submittable } from '#contract/club-registration/application-rules.ts';
import { reminderDays, type ApplicationState } from '#contract/club-registration/limits.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { ApplicationRow } from './club-registration.queries.ts';
import type { RequiredRow, WindowRow } from './setup/setup.queries.ts';

/** Questions with their revision number, 0 if none were ever set. */
export interface AskedForm {
  readonly revision: number;
  readonly definition: FormDefinition;
}

/** Returns whether the content can be edited now. */
export const isEditable = (state: ApplicationState): boolean =>
  state === 'draft' || state === 'changes_requested' || state === 'denied';

/** Returns whether a renewal that has opened can still be submitted, which includes the time from its close until the next one opens. */
export const isOpenFor = (
  row: Pick<ApplicationRow, 'window_id'>,
  newest: WindowRow | undefined,
  now: Date,
) =>
  row.window_id === null ||
  (newest !== undefined && newest.id === row.window_id && newest.opens_at <= now);

/** Returns the requirements for a submission. */
export const submittableOf = (
  row: ApplicationRow,
  positions: readonly RequiredRow[],
  form: AskedForm,
): Submittable => ({
  kind: row.kind,
  name: row.name,
  description: row.description,
  officers: row.officers.map(({ person, position, state }) => ({
    person: { uid: String(person.id) },
    position: { id: String(position.id) },
    state,
  })),
  positions: positions.map(({ id, is_required: isRequired }) => ({ id: String(id), isRequired })),
  isRosterConfirmed: row.is_roster_confirmed,
  form,
  answers: row.answers,
});

const dayMs = 86_400_000;

/** Returns the due reminder in days before the close. Null if it was sent or none is due. */
export const dueReminder = (
  {
    opens_at: opens,
    closes_at: closes,
    reminded_days: last,
  }: Pick<WindowRow, 'opens_at' | 'closes_at' | 'reminded_days'>,
  now: Date,
): number | null => {
  if (now < opens || now >= closes) return null;
  const left = closes.getTime() - now.getTime();
  const due = reminderDays.findLast((days) => left <= days * dayMs);
  return due === undefined || (last !== null && last <= due) ? null : due;
};
