import type { Submittable } from '#contract/club-registration/application-rules.ts';
import { reminderDays, type ApplicationState } from '#contract/club-registration/limits.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import type { ApplicationRow } from './club-registration.queries.ts';
import type { RequiredRow, WindowRow } from './setup/setup.queries.ts';

/** Questions with the number of their revision; 0: none were ever set. */
export interface AskedForm {
  readonly revision: number;
  readonly definition: FormDefinition;
}

/** Whether its content can change now. */
export const isEditable = (state: ApplicationState): boolean =>
  state === 'draft' || state === 'changes_requested' || state === 'denied';

/** Whether a renewal that has opened can still be submitted: also after it closed, until the next one opens. */
export const isOpenFor = (
  row: Pick<ApplicationRow, 'window_id'>,
  newest: WindowRow | undefined,
  now: Date,
) =>
  row.window_id === null ||
  (newest !== undefined && newest.id === row.window_id && newest.opens_at <= now);

/** What is asked of somebody who submits it. */
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

/** The reminder that is due at a time, in days before the close; null: none that was not sent. */
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
