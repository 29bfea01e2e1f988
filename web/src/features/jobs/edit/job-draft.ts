import type { FormDefinition } from '#contract/forms/definition.ts';
import type { Job } from '#contract/jobs/endpoints.ts';
import type { JobKind, PayPeriod } from '#contract/jobs/limits.ts';
import { jobLimits } from '#contract/jobs/limits.ts';
import { decimalText, minorUnits } from '#contract/finances/money.ts';

/** Who can post a job: a club, or the school with an empty ID. */
export interface Poster {
  readonly id: string;
  readonly name: string;
}

/** The form of a job. Amounts are texts while people type them. */
export interface JobDraft {
  /** The club's ID; empty for the school. */
  club: string;
  employer: string;
  title: string;
  kind: JobKind;
  description: string;
  requirements: string;
  place: string;
  hours: string;
  payMin: string;
  payMax: string;
  payPer: PayPeriod;
  currency: string;
  startsOn: string | null;
  endsOn: string | null;
  closesAt: string | null;
  apply: 'here' | 'link';
  url: string;
  asksFiles: boolean;
  questions: FormDefinition;
}

const dayMs = 86_400_000;
const openDays = 21;

/** Returns the end of a day some weeks from now, in the user's time zone. */
const defaultClosing = (): string => {
  const day = new Date(Date.now() + openDays * dayMs);
  day.setHours(23, 59, 0, 0);
  return day.toISOString();
};

export const newDraft = ({
  club,
  currency,
  kind = 'on_campus',
}: {
  club: string;
  currency: string;
  kind?: JobKind | undefined;
}): JobDraft => ({
  club,
  employer: '',
  title: '',
  kind,
  description: '',
  requirements: '',
  place: '',
  hours: '',
  payMin: '',
  payMax: '',
  payPer: 'hour',
  currency,
  startsOn: null,
  endsOn: null,
  closesAt: defaultClosing(),
  apply: 'here',
  url: '',
  asksFiles: true,
  questions: { questions: [] },
});

/** The parts of a job that its form edits. */
export type EditedJob = Pick<
  Job,
  | 'id'
  | 'version'
  | 'state'
  | 'applicants'
  | 'club'
  | 'employer'
  | 'title'
  | 'kind'
  | 'description'
  | 'requirements'
  | 'place'
  | 'hours'
  | 'pay'
  | 'startsOn'
  | 'endsOn'
  | 'closesAt'
  | 'apply'
  | 'url'
  | 'asksFiles'
  | 'questions'
>;

/** Returns the draft of a job, for editing it or, with a new closing time, for a copy. */
export const draftOf = (job: EditedJob, currency: string, isCopy = false): JobDraft => ({
  club: job.club?.id ?? '',
  employer: job.employer,
  title: job.title,
  kind: job.kind,
  description: job.description,
  requirements: job.requirements,
  place: job.place,
  hours: job.hours,
  payMin: job.pay === null ? '' : decimalText(job.pay.min),
  payMax: job.pay === null || job.pay.max === null ? '' : decimalText(job.pay.max),
  payPer: job.pay?.per ?? 'hour',
  currency: job.pay?.min.currency ?? currency,
  startsOn: job.startsOn,
  endsOn: job.endsOn,
  closesAt: isCopy ? defaultClosing() : job.closesAt,
  apply: job.apply,
  url: job.url ?? '',
  asksFiles: job.asksFiles,
  questions: job.questions?.definition ?? { questions: [] },
});

/** Returns an amount in minor units, or null if the text isn't one. */
export const amountOf = (text: string, currency: string): number | null => {
  const minor = minorUnits(text, currency);
  return minor === null || minor > jobLimits.amount ? null : minor;
};

/** Returns the pay of a draft. Null without one. */
export const payOf = ({ payMin, payMax, payPer: per, currency }: JobDraft) => {
  const min = amountOf(payMin, currency);
  if (payMin.trim() === '' || min === null) return null;
  const max = amountOf(payMax, currency);
  return {
    min: { amount: min, currency },
    ...(max !== null && { max: { amount: max, currency } }),
    per,
  };
};

/** Returns the content of a draft for the API. */
export const contentOf = (draft: JobDraft) => ({
  title: draft.title.trim(),
  kind: draft.kind,
  description: draft.description.trim(),
  requirements: draft.requirements.trim(),
  place: draft.place.trim(),
  hours: draft.hours.trim(),
  pay: payOf(draft),
  startsOn: draft.startsOn,
  endsOn: draft.endsOn,
  closesAt: draft.closesAt ?? '',
  apply: draft.apply,
  url: draft.apply === 'link' ? draft.url.trim() : null,
  asksFiles: draft.asksFiles,
  ...(draft.apply === 'here' && { questions: draft.questions }),
  ...(draft.club === '' && { employer: draft.employer.trim() }),
});

/** Returns only the content that differs from the stored draft, so that an extension alone needs no approval. */
export const changesOf = (draft: JobDraft, stored: JobDraft) => {
  const before = contentOf(stored);
  return Object.fromEntries(
    Object.entries(contentOf(draft)).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    ),
  ) as Partial<ReturnType<typeof contentOf>>;
};
