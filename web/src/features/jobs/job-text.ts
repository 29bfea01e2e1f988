import type { JobItem, JobPay } from '#contract/jobs/endpoints.ts';
import type { ApplicationState, JobState } from '#contract/jobs/limits.ts';
import type { Messages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import type { Tone } from '../../ui/pill.tsx';

/** Returns the amount of pay, such as “$15.50 – $17.00”. */
export const amountText = ({ min, max }: JobPay, { locale, t }: Messages): string =>
  max === null
    ? moneyText(locale, min)
    : t('jobs.payRange', { from: moneyText(locale, min), to: moneyText(locale, max) });

/** Returns the pay in a few words, such as “$15.50 an hour”. */
export const payText = (pay: JobPay, messages: Messages): string =>
  messages.t(`jobs.pay_${pay.per}`, { amount: amountText(pay, messages) });

/** Returns who posted a job: its club, the employer, or the school. */
export const posterName = (
  { club, employer }: Pick<JobItem, 'club' | 'employer'>,
  school: string,
): string => club?.name ?? (employer === '' ? school : employer);

const dayMs = 86_400_000;
const soonDays = 7;
/** Returns whether an open job closes within a week. */
export const closesSoon = ({ state, closesAt }: Pick<JobItem, 'state' | 'closesAt'>): boolean =>
  state === 'open' && new Date(closesAt).getTime() - Date.now() < soonDays * dayMs;

/** Returns the number of days until a job closes. */
export const daysUntil = (instant: string): number =>
  Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / dayMs));

/** Returns noon of a day, so that it has the same date in every time zone. */
export const noonOf = (day: string): string => `${day}T12:00:00`;

export const stateTones: Record<JobState, Tone> = {
  draft: 'quiet',
  in_approval: 'warn',
  open: 'good',
  closed: 'quiet',
};

export const applicationTones: Record<ApplicationState, Tone> = {
  sent: 'quiet',
  shortlisted: 'brand',
  declined: 'quiet',
  hired: 'good',
};
