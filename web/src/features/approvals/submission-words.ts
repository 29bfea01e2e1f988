import type { Submission } from '#contract/approvals/endpoints.ts';
import type { SubmissionState } from '#contract/approvals/kinds.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { Messages } from '../../lib/messages.ts';
import type { Tone } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';

export const tones: Readonly<Record<SubmissionState, Tone>> = {
  draft: 'quiet',
  submitted: 'brand',
  changes_requested: 'warn',
  approved: 'good',
  denied: 'bad',
  withdrawn: 'quiet',
};

/** Returns the name of a person or an employer (`name`), or “Deleted user”. */
export const personName = (
  t: Messages['t'],
  person: Face | null,
  name: string | null = null,
): string => name ?? (person === null ? t('approvals.erased') : nameOf(person));

type Stage = Submission['stages'][number];

/** Returns a step's name. The only step of a process without steps has a default name. */
export const stageName = (t: Messages['t'], name: string): string =>
  name === '' ? t('approvals.stage_single') : name;

/** Returns the reviewers of a step. */
export const reviewersOf = (
  { t, list }: Messages,
  { reviewers }: Pick<Stage, 'reviewers'>,
): string => {
  const { people, roles, managers } = reviewers;
  return list([...people.map(nameOf), ...roles, ...(managers ? [t('approvals.managers')] : [])]);
};

/** Returns a sentence about the next step. */
export const nextOf = (messages: Messages, submission: Submission): string => {
  const { t } = messages;
  const waiting = submission.stages.find(({ state }) => state === 'waiting');
  if (waiting) return t('approvals.next_waiting', { who: reviewersOf(messages, waiting) });
  if (submission.state === 'changes_requested')
    return t(submission.can.resubmit ? 'approvals.next_changes' : 'approvals.next_changesOther');
  return submission.state === 'submitted' ? '' : t(`approvals.next_${submission.state}`);
};

const dayMs = 86_400_000;
/** Returns the number of whole days since an instant. */
export const daysSince = (at: string): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(at)) / dayMs));
